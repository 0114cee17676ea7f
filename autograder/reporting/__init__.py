"""What a run leaves for people: feedback, the class at a glance, tables."""
