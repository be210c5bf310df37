"""Pictures that make-pictures.ts appended to files: SET.rgb (u8), SET.cls (u8), SET.dep (u16); all grow together."""

import glob
import os

import numpy as np

WIDTH, HEIGHT = 288, 208
DEPTH_STEPS = 6000.0


class Pictures:
    """All sets of a folder, read anew by `refresh` while they grow. Names that begin with `rooms` are interiors."""

    def __init__(self, folder):
        self.folder = folder
        self.refresh()

    def refresh(self):
        self.streets, self.rooms = [], []
        for path in sorted(glob.glob(os.path.join(self.folder, "*.dep"))):
            base = path[:-4]
            count = min(
                os.path.getsize(base + end) // (WIDTH * HEIGHT * size) for end, size in ((".rgb", 3), (".cls", 1), (".dep", 2))
            )
            if count == 0:
                continue
            maps = [
                np.memmap(base + end, kind, "r", shape=(count, HEIGHT, WIDTH) + more)
                for end, kind, more in ((".rgb", np.uint8, (3,)), (".cls", np.uint8, ()), (".dep", np.uint16, ()))
            ]
            where = self.rooms if os.path.basename(base).startswith("rooms") else self.streets
            where.extend((maps, i) for i in range(count))

    def __len__(self):
        return len(self.streets) + len(self.rooms)

    def pick(self, random, share_of_rooms):
        """One picture: rgb, classes, ln(metres / 0.5) as float32."""
        kind = self.rooms if self.rooms and (random.random() < share_of_rooms or not self.streets) else self.streets
        (rgb, classes, depth), i = kind[int(random.integers(len(kind)))]
        return np.array(rgb[i]), np.array(classes[i]), depth[i].astype(np.float32) / DEPTH_STEPS
