import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { lumaPlane } from '../../base/colour.ts';
import { makeRandom } from '../../base/random.ts';
import { dot, type Vec3 } from '../../base/vector.ts';
import { mapPoint, type Point } from './homography.ts';
import { findLineSegments } from './line-segments.ts';
import { findPlane, planeOfCorners } from './texture-plane.ts';
import { renderTexture } from './texture-render.ts';
import { makePyramid } from './textures-pyramid.ts';
import { findManhattanFrame, type ManhattanFrame } from './vanishing-points.ts';

const size = { width: 640, height: 480 };

/** A camera 1.6 m above the floor, turned and tilted; world: x right, y up, z ahead, metres. */
function camera(focal: number, turnDegrees: number, tiltDegrees: number) {
  const turn = (turnDegrees * Math.PI) / 180;
  const tilt = (tiltDegrees * Math.PI) / 180;
  const forward: Vec3 = [0, -Math.sin(tilt), Math.cos(tilt)];
  const between = (across: number, onward: number): Vec3 => [across, onward * forward[1], onward * forward[2]];
  const frame: ManhattanFrame = {
    focal,
    up: [0, -Math.cos(tilt), -Math.sin(tilt)],
    right: between(Math.cos(turn), Math.sin(turn)),
    ahead: between(-Math.sin(turn), Math.cos(turn)),
    support: 1,
  };
  const project = (x: number, y: number, z: number): Point => {
    const height = y - 1.6;
    const at = [0, 1, 2].map((i) => x * frame.right[i]! + height * frame.up[i]! + z * frame.ahead[i]!);
    return { x: (focal * at[0]!) / at[2]! + size.width / 2, y: (focal * at[1]!) / at[2]! + size.height / 2 };
  };
  return { frame, project };
}

const path = (points: readonly Point[]) => `M${points.map(({ x, y }) => `${x} ${y}`).join(' L')} Z`;

function maskOf(isInside: (x: number, y: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: size.width * size.height }, (_, i) =>
    isInside(i % size.width, Math.floor(i / size.width)) ? 255 : 0,
  );
}

/** A room 6 m wide, 3 m high, its back wall 7 m away, with boards on the floor and a door and pictures on the walls. */
async function drawRoom({ project }: ReturnType<typeof camera>) {
  const quad = (fill: string, ...corners: readonly (readonly [number, number, number])[]) =>
    `<path d="${path(corners.map(([x, y, z]) => project(x, y, z)))}" fill="${fill}"/>`;
  const boards = Array.from({ length: 12 }, (_, i) => {
    const x = -3 + i * 0.5;
    return quad(i % 2 ? '#8a6a48' : '#a5845c', [x, 0, 2], [x + 0.5, 0, 2], [x + 0.5, 0, 7], [x, 0, 7]);
  });
  const shapes = [
    quad('#f2f0ea', [-3, 3, 2], [3, 3, 2], [3, 3, 7], [-3, 3, 7]),
    ...boards,
    quad('#d9d2c4', [-3, 0, 7], [3, 0, 7], [3, 3, 7], [-3, 3, 7]),
    quad('#c8beac', [-3, 0, 2], [-3, 0, 7], [-3, 3, 7], [-3, 3, 2]),
    quad('#b9ae9a', [3, 0, 2], [3, 0, 7], [3, 3, 7], [3, 3, 2]),
    quad('#5b6b78', [-1.5, 1, 7], [0.5, 1, 7], [0.5, 2.2, 7], [-1.5, 2.2, 7]),
    quad('#6a4a30', [1.4, 0, 7], [2.3, 0, 7], [2.3, 2.1, 7], [1.4, 2.1, 7]),
    quad('#7d8a70', [3, 1, 4], [3, 1, 5.5], [3, 2, 5.5], [3, 2, 4]),
    quad('#4d5560', [-3, 0.8, 4], [-3, 0.8, 6], [-3, 2.2, 6], [-3, 2.2, 4]),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#777"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

const degreesBetween = (a: Vec3, b: Vec3) => (Math.acos(Math.min(1, Math.abs(dot(a, b)))) * 180) / Math.PI;

describe('the plane under a mask', () => {
  it.each([
    { focal: 560, turn: 24, tilt: 0 },
    { focal: 480, turn: -18, tilt: 6 },
    { focal: 700, turn: 35, tilt: -4 },
  ])('knows the directions of a drawn room within two degrees: $turn°, $tilt°', async ({ focal, turn, tilt }) => {
    const room = camera(focal, turn, tilt);
    const luma = lumaPlane(await drawRoom(room));
    const found = findManhattanFrame(findLineSegments(luma, size, 15), size, makeRandom(1));
    expect(degreesBetween(found.up, room.frame.up)).toBeLessThan(2);
    const level = [room.frame.right, room.frame.ahead];
    for (const axis of [found.right, found.ahead]) {
      expect(Math.min(...level.map((truth) => degreesBetween(axis, truth)))).toBeLessThan(2);
    }
  });

  it('takes the floor for a floor and a wall for a wall, in metres', async () => {
    const room = camera(560, 24, 0);
    const segments = findLineSegments(lumaPlane(await drawRoom(room)), size, 15);
    const frame = findManhattanFrame(segments, size, makeRandom(1));
    const floor = findPlane(
      segments,
      frame,
      maskOf((_x, y) => y > 400),
      size,
    );
    expect(floor.kind).toBe('floor');
    const [one, other] = [room.project(0, 0, 4), room.project(0, 0, 5)].map((at) => mapPoint(floor.toMetres, at));
    expect(Math.hypot(one!.x - other!.x, one!.y - other!.y)).toBeCloseTo(1, 1);
    const middle = room.project(0, 1.5, 7);
    const wallMask = maskOf((x, y) => Math.abs(x - middle.x) < 60 && Math.abs(y - middle.y) < 70);
    expect(findPlane(segments, frame, wallMask, size).kind).toBe('wall');
  });

  it('finds the squares of a checkerboard from its four corners to a pixel', () => {
    const { frame, project } = camera(600, 28, 8);
    const columns = 8;
    const rows = 6;
    const at = (column: number, row: number) => project(-1.5 + column * 0.4, 0, 3 + row * 0.4);
    const corners = [at(0, 0), at(columns, 0), at(columns, rows), at(0, rows)];
    const inside = maskOf((x, y) => y > 260 && x > 200 && x < 440);
    const plane = planeOfCorners([corners[2]!, corners[0]!, corners[1]!, corners[3]!], frame, inside, size)!;
    const [origin, across, upward] = [at(0, 0), at(columns, 0), at(0, rows)].map((p) => mapPoint(plane.toMetres, p));
    expect(Math.hypot(across!.x - origin!.x, across!.y - origin!.y)).toBeCloseTo(3.2, 1);
    let worst = 0;
    for (let row = 0; row <= rows; row++) {
      for (let column = 0; column <= columns; column++) {
        const truth = {
          x: origin!.x + ((across!.x - origin!.x) * column) / columns + ((upward!.x - origin!.x) * row) / rows,
          y: origin!.y + ((across!.y - origin!.y) * column) / columns + ((upward!.y - origin!.y) * row) / rows,
        };
        const seen = at(column, row);
        const here = mapPoint(plane.toMetres, seen);
        const aside = mapPoint(plane.toMetres, { x: seen.x + 1, y: seen.y });
        const metresPerPixel = Math.hypot(aside.x - here.x, aside.y - here.y);
        worst = Math.max(worst, Math.hypot(here.x - truth.x, here.y - truth.y) / metresPerPixel);
      }
    }
    expect(worst).toBeLessThan(1);
  });

  it('refuses corners that are no convex quadrilateral', () => {
    const { frame } = camera(600, 0, 0);
    const corners = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
      { x: 80, y: 20 },
    ];
    expect(
      planeOfCorners(
        corners,
        frame,
        maskOf(() => true),
        size,
      ),
    ).toBeUndefined();
  });

  it('repeats a texture at its true period in perspective', () => {
    const { frame, project } = camera(600, 0, 0);
    const mask = maskOf((_x, y) => y > 300);
    const plane = findPlane([], frame, mask, size);
    const side = 64;
    // One metre: half black, half white across.
    const rgb = Float32Array.from({ length: side * side * 3 }, (_, i) => (Math.floor(i / 3) % side < side / 2 ? 0 : 1));
    const pyramid = makePyramid({ width: side, height: side, rgb, metresWide: 1, metresHigh: 1 });
    const light = new Float32Array(mask.length).fill(1);
    const dark = new Float32Array(4);
    const out = renderTexture(new Uint8Array(mask.length * 3), mask, size, {
      plane,
      pyramid,
      placement: { scale: 1, angle: 0, offset: [0, 0] },
      look: {
        shading: { light, white: [1, 1, 1] },
        surroundings: { width: 2, height: 2, step: 320, planes: [dark, dark, dark] },
        mirror: 0,
      },
    });
    for (const z of [4.5, 6, 8]) {
      const y = Math.round(project(0, 0, z).y);
      const steps: number[] = [];
      for (let x = 1; x < size.width; x++) {
        const before = out[(y * size.width + x - 1) * 3]!;
        if (before < 128 !== out[(y * size.width + x) * 3]! < 128) steps.push(x);
      }
      const period = (steps.at(-1)! - steps[0]!) / ((steps.length - 1) / 2);
      expect(period).toBeGreaterThan((600 / z) * 0.97);
      expect(period).toBeLessThan((600 / z) * 1.03);
    }
  });
});
