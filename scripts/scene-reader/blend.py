"""python3 blend.py OLD NEW SHARE OUT.pt: weights between two networks of one descent (Wortsman et al. 2022).

What was learnt last costs some of what was known before; between the two lies often a network that has both. Classes
that OLD does not know come from NEW alone.
"""

import sys

import torch

from network import load_reader, read_state


def main():
    old_file, new_file, share, target = sys.argv[1:]
    known = read_state(old_file)["head.bias"].shape[0] - 1
    old, new = load_reader(old_file).state_dict(), load_reader(new_file).state_dict()
    blended = {
        name: old[name] * (1 - float(share)) + value * float(share) if value.dtype.is_floating_point else value
        for name, value in new.items()
    }
    for name in ("head.weight", "head.bias"):
        blended[name][known:-1] = new[name][known:-1]
    torch.save(blended, target)


if __name__ == "__main__":
    main()
