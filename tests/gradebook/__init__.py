"""Tests of the room ``gradebook``: what is kept, and what it comes to."""
