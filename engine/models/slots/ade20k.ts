import type { SceneClass } from '../../kernels/scene/scene-reading.ts';

/**
 * The 150 classes of ADE20K's scene parsing benchmark (Zhou et al., CVPR 2017), in the order of its `objectInfo150`
 * from 0 (wall), as the classes of our scene reader. What is not named here is `other`.
 */
const members: ReadonlyArray<readonly [SceneClass, readonly number[]]> = [
  ['sky', [2]],
  // wall, building, house, fence, railing, column, skyscraper, door, stairs inside, bridge, tower, awning …
  ['wall', [0, 1, 14, 25, 27, 32, 38, 42, 48, 49, 51, 58, 61, 79, 84, 86, 88, 95, 96, 106, 114, 144]],
  ['window', [8, 18, 63, 147]],
  // road, pavement, bare earth, sand, path, stairs, runway, tracks, pier
  ['hard', [6, 11, 13, 34, 46, 52, 53, 54, 59, 91, 94, 121, 140]],
  ['grass', [9, 29]],
  // tree, mountain, plant, flower, hill, palm
  ['plant', [4, 16, 17, 66, 68, 72]],
  ['water', [21, 26, 60, 104, 109, 113, 128]],
  ['vehicle', [20, 76, 80, 83, 90, 102, 103, 116, 122, 127]],
  ['person', [12]],
  [
    'furniture',
    [
      7, 10, 15, 19, 23, 24, 30, 31, 33, 35, 36, 37, 39, 44, 45, 47, 50, 55, 56, 57, 62, 64, 65, 69, 70, 71, 73, 75, 77,
      85, 97, 99, 107, 110, 117, 118, 124, 129, 131, 133, 134, 139, 145, 146,
    ],
  ],
  ['floor', [3, 28]],
  ['ceiling', [5, 82]],
];

export const adeClassCount = 150;

/** Our class of each of theirs. */
export const sceneClassOfAde: readonly SceneClass[] = Array.from(
  { length: adeClassCount },
  (_, index) => members.find(([, indices]) => indices.includes(index))?.[0] ?? 'other',
);
