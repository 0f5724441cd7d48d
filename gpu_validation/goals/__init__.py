"""What a CUDA graph capture and torch.compile's dynamo do with functions: the truth for `check --goal`."""
