"""What runs the examples that libraries bring: random-weight models on disk, data in memory, and each script's arguments."""
