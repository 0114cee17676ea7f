"""From the gradebook to what other systems take: files they can import as they are."""
