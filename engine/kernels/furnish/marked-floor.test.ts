import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawEmptyRoom, drawnRoom } from '../../../tests/support/drawn-room.ts';
import { type SceneReading, sceneClasses } from '../scene/scene-reading.ts';
import { viewOfFloor } from './floor-view.ts';
import { findMarkedRoom, wallsOfFloor } from './marked-floor.ts';
import { project, type RoomView } from './room-view.ts';
import { isClearOf, thingsIn } from './standing-things.ts';

const size = { width: 320, height: 220 };
const photo = await sharp(Buffer.from(drawEmptyRoom(size.width, size.height)))
  .removeAlpha()
  .raw()
  .toBuffer();

/** A camera over a floor, turned to the right and down. */
function camera(focal: number, yaw: number, pitch: number): RoomView {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const [u, v] = [Math.cos(pitch), Math.sin(pitch)];
  const seen = (x: number, y: number, z: number): readonly [number, number, number] => {
    const [aside, away] = [x * c - z * s, x * s + z * c];
    return [aside, y * u - away * v, y * v + away * u];
  };
  const axes = { right: seen(1, 0, 0), up: seen(0, -1, 0), ahead: seen(0, 0, 1) };
  return { ...axes, size, focal: focal * size.width, eyeHeight: 1.5, segments: [], support: 0, score: 0 };
}
const cornersOn = (view: RoomView, [x0, x1, z0, z1]: readonly number[]) =>
  [
    [x0, z1],
    [x1, z1],
    [x1, z0],
    [x0, z0],
  ].map(([x, z]) => project(view, [x!, 0, z!]));

describe('the camera that saw a rectangle on the floor', () => {
  it('is found with its lens where the rectangle is seen aslant', () => {
    const corners = cornersOn(camera(0.95, 0.7, 0.25), [-1, 1.6, 2.4, 4.4]);
    const { view, floor, isFocalSeen } = viewOfFloor(corners, [], size, 1.5)!;
    expect(view.focal / size.width).toBeCloseTo(0.95, 1);
    expect(isFocalSeen).toBe(true);
    expect([floor.right - floor.left, floor.far - floor.near].sort()).toEqual([
      expect.closeTo(2, 0),
      expect.closeTo(2.6, 0),
    ]);
  });

  it('has the usual lens, and says so, where it looks straight at the rectangle; no camera sees every four corners as one', () => {
    const straight = viewOfFloor(cornersOn(camera(1, 0, 0), [-1, 1, 3, 5]), [], size, 1.5)!;
    expect(straight.isFocalSeen).toBe(false);
    expect(straight.view.focal / size.width).toBeCloseTo(0.74, 1);
    const skewed = [
      { x: 40, y: 215 },
      { x: 135, y: 123 },
      { x: 230, y: 92 },
      { x: 230, y: 123 },
    ];
    expect(viewOfFloor(skewed, [], size, 1.5)).toBeUndefined();
  });
});

describe('a room whose floor is marked', () => {
  const near = { ...drawnRoom, focal: drawnRoom.focal * size.width };
  const at = (x: number, z: number) => ({
    x: size.width / 2 + (near.focal * x) / z,
    y: size.height / 2 + (near.focal * near.eyeHeight) / z,
  });
  const marked = (left: number, right: number, far: number) =>
    findMarkedRoom(photo, size, [at(left, far), at(right, far), at(right, 3.4), at(left, 3.4)], near.eyeHeight)!;

  it('has walls where its edges are those of the room, and none in the middle of the floor', () => {
    const whole = marked(near.left, near.right, near.back);
    expect([...whole.marked.walls].sort()).toEqual(['back', 'left', 'right']);
    expect(whole.marked.far).toBeCloseTo(near.back, 0);
    const middle = marked(-0.8, 0.8, 4.2);
    expect([...middle.marked.walls]).toEqual([]);
    expect(middle.box.back).toBeGreaterThan(middle.marked.far);
    expect(wallsOfFloor(middle, { windows: [] }).every(({ isOpen }) => isOpen)).toBe(true);
  });

  it('is furnished round what a network sees stand in it: not on it, not before it, and not behind it over it', () => {
    const { view } = marked(near.left, near.right, near.back);
    const foot = at(0, 4.2);
    const empty = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(size.width * size.height)]));
    const shares = empty as Record<(typeof sceneClasses)[number], Uint8Array>;
    for (let y = Math.round(foot.y) - 45; y <= foot.y; y++) {
      for (let x = Math.round(foot.x) - 18; x < foot.x + 18; x++) shares.furniture[y * size.width + x] = 255;
    }
    const reading: SceneReading = { ...size, shares, place: 'interior', confidence: 1, readBy: 'network' };
    const things = thingsIn(reading)!;
    const clear = (x: number, z: number, high = 0.8) =>
      isClearOf(things, view, { ground: { x0: x - 0.3, x1: x + 0.3, z0: z - 0.3, z1: z + 0.3 }, low: 0, high });
    expect(clear(0, 4.2)).toBe(false);
    expect(clear(0, 4.65)).toBe(false);
    expect(clear(0, 3.6)).toBe(false);
    expect(clear(-1.3, 4.2)).toBe(true);
    const strip = {
      ...shares,
      furniture: shares.furniture.map((share, i) => (i < (foot.y - 9) * size.width ? 0 : share)),
    };
    expect(Math.max(...thingsIn({ ...reading, shares: strip })!.foot)).toBe(-1);
    expect(thingsIn({ ...reading, place: 'outdoor' })).toBeUndefined();
    expect(thingsIn({ ...reading, readBy: 'classical' })).toBeUndefined();
  });
});
