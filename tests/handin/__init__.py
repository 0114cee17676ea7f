"""Tests of the room ``handin``: what a class hands in."""
