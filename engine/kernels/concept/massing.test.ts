import { expect, it } from 'vitest';
import { randomSource } from '../trace/noise.ts';
import { addPalette } from '../trace/palette.ts';
import { SceneBuilder } from '../trace/scene.ts';
import type { BuildingKind, StyleName } from './brief.ts';
import { kindRules, styleLabels } from './building-rules.ts';
import { boundsOf, compose } from './massing.ts';
import { readBrief } from './read-brief.ts';
import { makeSkin } from './skin.ts';

const heights = [1, 2, 5, 12, 30, 60];
const { brief } = readBrief({ promptTxt: '别墅' }, 3);

/** Geometry alone; heights, seeds and compositions go round over the styles of a kind. */
function build(kind: BuildingKind, style: StyleName, turn: number) {
  const builder = new SceneBuilder();
  const asked = { ...brief, kind, style, storeys: heights[turn % heights.length]!, roof: undefined };
  const output = turn % 5;
  const seed = 1 + (turn % 7);
  const skin = makeSkin(builder, addPalette(builder), asked, { lit: 0, glow: 1, output, seed, colours: [] });
  const { footprints, top } = compose({ scene: builder, skin, random: randomSource(seed) }, asked, output);
  const meshes = new Set([builder.mesh, ...builder.placements.map(({ mesh }) => mesh)]);
  return { meshes: [...meshes], top, bounds: boundsOf(footprints) };
}

it.each(Object.keys(kindRules) as BuildingKind[])('%s stands in space, in every style and at every height', (kind) => {
  const lost: string[] = [];
  (Object.keys(styleLabels) as StyleName[]).forEach((style, turn) => {
    const { meshes, top, bounds } = build(kind, style, turn);
    const numbers = [
      [top, ...Object.values(bounds)],
      ...meshes.flatMap(({ positions, normals }) => [positions, normals]),
    ];
    if (!numbers.every((list) => list.every(Number.isFinite))) lost.push(style);
    expect(bounds.x1).toBeGreaterThan(bounds.x0);
    expect(bounds.z1).toBeGreaterThan(bounds.z0);
  });
  expect(lost).toEqual([]);
});
