import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { linearColour } from '../../base/linear-light.ts';
import { moodLooks } from '../light/atmosphere-looks.ts';
import { readWords } from '../light/grade-words.ts';
import { Role } from '../live/live-role.ts';
import { paintView } from './view-paint.ts';
import { Part, readViewParts } from './view-parts.ts';

const size = { width: 400, height: 300 };

async function draw(shapes: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" shape-rendering="crispEdges">${shapes}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer());
}

const house = `<g stroke="#101010" stroke-width="2"><rect x="110" y="110" width="100" height="110" fill="#f4f4f4"/>
  <rect x="210" y="110" width="70" height="110" fill="#b06a4a"/><rect x="130" y="140" width="30" height="40" fill="#a9c4dc"/></g>`;
/** On one grey background, with a cube to turn the view by in a corner. */
const isolated = await draw(`<rect width="400" height="300" fill="#d9dade"/>${house}
  <g stroke="#404040"><rect x="345" y="20" width="36" height="36" fill="#e05050"/></g>`);
/** On a plain under a sky. */
const standing = await draw(
  `<rect width="400" height="300" fill="#8fc4ff"/><rect y="190" width="400" height="110" fill="#c4c4c4"/>${house}`,
);
const at = (x: number, y: number) => y * size.width + x;

function finish(rgb: Uint8Array, wall = '#c98f5f') {
  const parts = readViewParts(rgb, size, false);
  const wish = {
    look: moodLooks.sunny,
    grade: readWords('', ''),
    wall: linearColour(wall),
    paving: linearColour('#b0a898'),
    finish: 'plaster' as const,
    backdrop: undefined,
  };
  return { parts, ...paintView(rgb, size, parts, wish, 3) };
}
const colourAt = (rgb: Uint8Array, x: number, y: number) => [...rgb.subarray(at(x, y) * 3, at(x, y) * 3 + 3)];

describe('a view of a model on one background', () => {
  const { parts, rgb, roles } = finish(isolated);

  it('gets neither sky nor ground, and loses the cube of the viewer', () => {
    expect(parts.horizon).toBeUndefined();
    expect(new Set(roles)).toEqual(new Set([Role.back, Role.wall, Role.window]));
    expect(parts.parts[at(360, 38)]).toBe(Part.backdrop);
    const [cube, beside] = [colourAt(rgb, 360, 38), colourAt(rgb, 320, 38)];
    cube.forEach((value, channel) => {
      expect(Math.abs(value - beside[channel]!)).toBeLessThan(4);
    });
  });

  it('keeps its lines and colours; white takes the colour of the style', () => {
    for (const [x, y] of [
      [110, 160],
      [210, 160],
      [150, 220],
    ] as const)
      expect(Math.max(...colourAt(rgb, x, y))).toBeLessThan(40);
    const [red, , blue] = colourAt(rgb, 180, 200);
    expect(red! - blue!).toBeGreaterThan(50);
    const brick = colourAt(rgb, 250, 160);
    expect(Math.abs(brick[0]! - 0xb0)).toBeLessThan(40);
    expect(brick[0]! - brick[2]!).toBeGreaterThan(60);
    const other = finish(isolated, '#e8e4da');
    expect(colourAt(other.rgb, 250, 160)).toEqual(brick);
    expect(colourAt(other.rgb, 180, 200)).not.toEqual(colourAt(rgb, 180, 200));
  });
});

it('gives a view with a level horizon a sky and a ground', () => {
  const { parts, roles } = finish(standing);
  expect(Math.abs(parts.horizon! - 190)).toBeLessThan(3);
  expect(roles[at(30, 60)]).toBe(Role.sky);
  expect(roles[at(30, 260)]).toBe(Role.paving);
  expect(roles[at(250, 160)]).toBe(Role.wall);
});
