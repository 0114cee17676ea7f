"""What a student's copy of the course has in the place of the answer key."""
