import { expect, it } from 'vitest';
import { buildConcept } from '../../engine/kernels/concept/concept-scene.ts';
import { readBrief } from '../../engine/kernels/concept/reading/read-brief.ts';
import { type SceneClass, sceneClasses } from '../../engine/kernels/scene/scene-reading.ts';
import { buildMarkedRoom } from '../gallery/room-scene.ts';
import { LabelTracer, labelConcept, labelRoom, readScene } from './labels.ts';

const width = 96;
const height = 64;

/** Share of the points of some rows, given as shares of the height, that belong to a class. */
function share(classes: Uint8Array, name: SceneClass, from = 0, to = 1): number {
  const rows = classes.subarray(Math.round(from * height) * width, Math.round(to * height) * width);
  return rows.filter((value) => value === sceneClasses.indexOf(name)).length / rows.length;
}

it('labels a street: sky above, ground below, people and cars on it, windows within walls', () => {
  const { brief } = readBrief({ promptTxt: '四层酒店，正立面，城市，街上有车和行人，没有树，无灌木' }, 4);
  const concept = buildConcept(brief, { aspect: width / height, seed: 4, output: 0 });
  const labelled = labelConcept(concept);
  const tracer = new LabelTracer(labelled);
  const { classes, metres } = readScene(tracer, labelled.scene.camera, width, height);
  expect(share(classes, 'sky', 0, 0.12)).toBeGreaterThan(0.6);
  expect(share(classes, 'sky', 0.7, 1)).toBe(0);
  expect(share(classes, 'hard', 0.85, 1)).toBeGreaterThan(0.6);
  for (const name of ['person', 'vehicle'] as const) expect(share(classes, name)).toBeGreaterThan(0.0008);
  for (const name of ['floor', 'ceiling', 'furniture'] as const) expect(share(classes, name)).toBe(0);
  // Beside the pane of a window there is its wall, sooner or later; the sky is never behind it.
  const [sky, wall, window] = (['sky', 'wall', 'window'] as const).map((name) => sceneClasses.indexOf(name));
  let beside = 0;
  let open = 0;
  for (let i = 1; i < classes.length; i++) {
    const pair = [classes[i - 1], classes[i]];
    if (pair.includes(window) && pair.includes(wall)) beside++;
    if (pair.includes(window) && pair.includes(sky)) open++;
  }
  expect(beside).toBeGreaterThan(40);
  expect(open).toBeLessThan(beside / 10);
  expect(Math.max(...metres)).toBe(15_000);
  expect(metres.every((away) => away > 1)).toBe(true);
});

it('labels the inside of a room: floor, ceiling, furniture, a window in a wall and no sky', () => {
  const room = buildMarkedRoom(
    {
      ...{ type: '客厅', style: '北欧', width: 5, depth: 5.5, height: 2.8, light: 'day', variant: 0, seed: 3 },
      window: { side: 'left', from: 1.5, to: 4.5, sill: 0.3, head: 2.4 },
      view: 74,
    },
    width / height,
  );
  const labelled = labelRoom(room);
  const { classes } = readScene(new LabelTracer(labelled), labelled.scene.camera, width, height);
  expect(share(classes, 'ceiling', 0, 0.08)).toBeGreaterThan(0.5);
  expect(share(classes, 'floor', 0.75, 1)).toBeGreaterThan(0.3);
  for (const name of ['window', 'wall', 'furniture'] as const) expect(share(classes, name)).toBeGreaterThan(0.04);
  for (const name of ['sky', 'hard', 'grass', 'roof'] as const) expect(share(classes, name)).toBe(0);
});
