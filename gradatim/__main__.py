"""`python -m gradatim` is the command `gradatim`; needed under `torch.distributed.run`."""

import sys

from gradatim.cli import main

if __name__ == "__main__":
    sys.exit(main())
