"""The page of what `npu-mode verify` proves: page.py NPU_MODE.

A policy that is safe may have findings, and one that is not has a page too: what is wrong with it is told there, and the
tests are what fails then. Anything else is an error.
"""

import os
import subprocess
import sys

FOUND = (0, 1, 3)

environment = {name: value for name, value in os.environ.items() if not name.startswith("ORK_")}
done = subprocess.run([sys.argv[1], "verify", "--format", "md"], stdout=subprocess.PIPE, env=environment, check=False)
sys.stdout.buffer.write(done.stdout)
sys.exit(0 if done.returncode in FOUND and done.stdout else 1)
