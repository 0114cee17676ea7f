"""What a student's assistant may ask of a course, over the Model Context Protocol."""
