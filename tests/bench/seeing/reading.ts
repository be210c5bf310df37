import type { Size } from '../../../engine/base/blur.ts';
import { labPlanes } from '../../../engine/base/colour.ts';
import { resizeMask } from '../../../engine/base/mask-size.ts';
import { readPixels } from '../../../engine/base/picture-file.ts';
import { resamplePlane } from '../../../engine/base/resample.ts';
import { findPanes } from '../../../engine/kernels/light/atmosphere-panes.ts';
import { findPlants } from '../../../engine/kernels/light/atmosphere-plants.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../../../engine/kernels/scene/scene-reading.ts';
import { readWithNetwork } from '../../../engine/kernels/scene-reader/read-scene.ts';
import { sceneMasks } from '../../../engine/kernels/segment/scene-masks.ts';
import { createDirectRunner } from '../../../engine/models/direct-runner.ts';
import { sceneNetworkOf } from '../../../engine/models/scene-weights.ts';
import { type Measurement, say } from '../measurement.ts';
import {
  emptyMasks,
  findLabelledPictures,
  type Labelled,
  type LabelMasks,
  labelled,
  readLabels,
} from './labelled-pictures.ts';
import { createOverlaps } from './overlap.ts';

/** Longest side at which pictures are read, pixels. */
const pictureSide = 640;
/** Longest side at which masks are compared with labels, pixels; sides are multiples of 16. */
const comparedSide = 320;

const targets: Partial<Record<Labelled, string>> = {
  sky: '≥ 82 %',
  ground: '≥ 78 %',
  window: '≥ 30 %',
  building: '≥ 80 %',
};

const kindOf: Partial<Record<SceneClass, readonly Labelled[]>> = {
  sky: ['sky'],
  hard: ['ground'],
  floor: ['ground'],
  wall: ['building'],
  roof: ['building'],
  window: ['building', 'window'],
  grass: ['plant'],
  plant: ['plant'],
  vehicle: ['car'],
};

/** Accuracy of the scene reader on labelled photographs, beside that of the classical masks. */
export async function benchReading(folder?: string): Promise<Measurement[]> {
  const pictures = findLabelledPictures(folder);
  if (pictures.length === 0) {
    say('no labelled photographs: name a folder with img/*.jpg and lab/*.png, or set SEEING_PICTURES');
    return [];
  }
  const network = sceneNetworkOf({ runner: createDirectRunner(), slots: {} })!;
  const before = createOverlaps();
  const after = createOverlaps();
  let ms = 0;
  for (const [index, picture] of pictures.entries()) {
    const { width, height, rgb } = await readPixels(picture, { maxSide: pictureSide, alpha: 'onWhite' });
    const size = { width, height };
    const compared = comparedSize(size);
    const truth = await readLabels(picture, compared);
    before.add(classicalMasks(rgb, size, compared), truth);
    const startedAt = performance.now();
    const reading = await readWithNetwork(rgb, size, network);
    ms += performance.now() - startedAt;
    after.add(masksOf(reading, compared), truth);
    if (index % 10 === 9) say(`${index + 1} of ${pictures.length} photographs`);
  }
  return [
    ...figures('classical masks', before),
    ...figures('scene reader', after),
    { name: 'scene reader, a picture', ours: ms / pictures.length, unit: 'ms', target: 'below 2000 ms' },
  ];
}

function figures(what: string, overlaps: ReturnType<typeof createOverlaps>): Measurement[] {
  return labelled.flatMap((name) => {
    const { overlap, falseArea } = overlaps.of(name);
    const target = targets[name];
    return [
      ...(overlap === undefined
        ? []
        : [{ name: `${what}: ${name}, mean IoU`, ours: 100 * overlap, unit: '%', ...(target && { target }) }]),
      ...(falseArea === undefined
        ? []
        : [
            {
              name: `${what}: ${name}, area where there is none`,
              ours: 100 * falseArea,
              unit: '%',
              ...(name === 'sky' && { target: '≤ 1.5 %' }),
            },
          ]),
    ];
  });
}

function comparedSize({ width, height }: Size): Size {
  const scale = comparedSide / Math.max(width, height);
  const fitted = (length: number) => Math.max(64, Math.round((length * scale) / 16) * 16);
  return { width: fitted(width), height: fitted(height) };
}

function classicalMasks(rgb: Uint8Array, size: Size, to: Size): Partial<LabelMasks> {
  const lab = labPlanes(rgb);
  const masks = sceneMasks(rgb, size, lab);
  const window = findPanes(lab, size, masks, findPlants(lab, size));
  const hard = (mask: Uint8Array) => resizeMask(mask, size, to).map((level) => (level > 127 ? 1 : 0));
  return { sky: hard(masks.sky), ground: hard(masks.ground), window: hard(window) };
}

/** The surest class of each point. */
function masksOf(reading: SceneReading, to: Size): LabelMasks {
  const planes = sceneClasses.map((name) =>
    resamplePlane(Float32Array.from(reading.shares[name]), reading, to, 'catmullRom'),
  );
  const masks = emptyMasks(to.width * to.height);
  for (let i = 0; i < to.width * to.height; i++) {
    let surest = 0;
    for (let k = 1; k < planes.length; k++) if (planes[k]![i]! > planes[surest]![i]!) surest = k;
    for (const name of kindOf[sceneClasses[surest]!] ?? []) masks[name][i] = 1;
  }
  return masks;
}
