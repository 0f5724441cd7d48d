"""What sees the host wait: a CUPTI subscriber, torch's sync debug mode, and the GPU kept busy."""
