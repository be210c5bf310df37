import { expect, it } from 'vitest';
import { randomSource } from '../../trace/noise.ts';
import { addPalette } from '../../trace/palette.ts';
import { SceneBuilder } from '../../trace/scene.ts';
import { makeSkin } from '../facade/skin.ts';
import { readBrief } from '../reading/read-brief.ts';
import type { BuildingKind, StyleName } from '../words/brief.ts';
import { kindRules, styleLabels } from '../words/building-rules.ts';
import { boundsOf, compose } from './massing.ts';

const heights = [1, 2, 5, 12, 30, 60];
const styles = Object.keys(styleLabels) as StyleName[];
const { brief } = readBrief({ promptTxt: '别墅' }, 3);

/** Geometry alone; seeds and compositions go round by `turn`. */
function build(kind: BuildingKind, style: StyleName, storeys: number, turn: number) {
  const builder = new SceneBuilder();
  const asked = { ...brief, kind, style, storeys, roof: undefined };
  const output = turn % 5;
  const seed = 1 + (turn % 7);
  const skin = makeSkin(builder, addPalette(builder), asked, { lit: 0, glow: 1, output, seed, colours: [] });
  const { footprints, top } = compose({ scene: builder, skin, random: randomSource(seed) }, asked, output);
  const meshes = new Set([builder.mesh, ...builder.placements.map(({ mesh }) => mesh)]);
  return { meshes: [...meshes], top, bounds: boundsOf(footprints) };
}

/** Returns true when all are finite: the sum is not as soon as one of them is not. */
function areFinite(numbers: readonly number[]): boolean {
  let sum = 0;
  for (const number of numbers) sum += number;
  return Number.isFinite(sum);
}

const kinds = Object.keys(kindRules) as BuildingKind[];

/** Two of the six heights for a style: over the styles of a kind all of them, over the kinds every style at every height. */
const heightsFor = (kind: BuildingKind, row: number) =>
  heights.filter((_, column) => (column + row + kinds.indexOf(kind)) % 3 === 0);

it.each(kinds)('%s stands in space, in every style and at every height', (kind) => {
  const lost: string[] = [];
  const seen = new Set<number>();
  styles.forEach((style, row) => {
    heightsFor(kind, row).forEach((storeys) => {
      const column = heights.indexOf(storeys);
      seen.add(storeys);
      const { meshes, top, bounds } = build(kind, style, storeys, row * heights.length + column);
      const isThere = bounds.x1 > bounds.x0 && bounds.z1 > bounds.z0 && meshes[0]!.triangleCount > 0;
      const lists = [
        [top, ...Object.values(bounds)],
        ...meshes.flatMap(({ positions, normals }) => [positions, normals]),
      ];
      if (!isThere || !lists.every(areFinite)) lost.push(`${style}, ${storeys} storeys`);
    });
  });
  expect(lost).toEqual([]);
  expect(seen.size).toBe(heights.length);
});
