"""Where the CUDA toolkit lies on this machine."""

import glob
import os
import shutil
import sys
import sysconfig


def folders():
    """Where a toolkit may lie: named by the environment, installed, or inside Python packages."""
    named = [os.environ[name] for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    installed = ["/usr/local/cuda", *sorted(glob.glob("/usr/local/cuda-*"), reverse=True)]
    site = {sysconfig.get_paths()["purelib"], *(p for p in sys.path if p.endswith("-packages"))}
    packaged = [folder for root in sorted(site) for folder in sorted(glob.glob(os.path.join(root, "nvidia", "*")))]
    return [*named, *installed, *packaged]


def include_folders():
    parts = [os.path.join(root, part) for root in folders() for part in ("include", "extras/CUPTI/include")]
    return [part for part in parts if os.path.isdir(part)]


def program(name):
    """The path of one of the toolkit's programs (nvcc), or None."""
    for root in folders():
        path = os.path.join(root, "bin", name)
        if os.access(path, os.X_OK):
            return path
    return shutil.which(name)
