"""The harness: runs fixtures on a GPU and compares what waited with what their sources say."""
