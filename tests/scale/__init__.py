"""Tests of large classes: clusters, shards, and answers that are alike."""
