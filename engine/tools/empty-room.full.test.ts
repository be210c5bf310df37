import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyRoom as definition } from '#shared/tools/indoor';
import { drawEmptyRoom, drawnRoom } from '../../tests/support/drawn-room.ts';
import { JobRefused } from '../base/job.ts';
import { makeRandom } from '../base/random.ts';
import { makeKit } from '../kernels/furnish/kit.ts';
import { layOut, type Placed, wallsOf } from '../kernels/furnish/layout.ts';
import { wishesFor } from '../kernels/furnish/layout-rooms.ts';
import { findRoom } from '../kernels/furnish/room-box.ts';
import { readRoomLight } from '../kernels/furnish/room-light.ts';
import { project } from '../kernels/furnish/room-view.ts';
import { lookOf } from '../kernels/furnish/styles.ts';
import { findDoors } from '../kernels/furnish/wall-doors.ts';
import { readWishes } from '../kernels/furnish/words.ts';
import { emptyRoom } from './empty-room.ts';
import { unsuitableReason } from './suitability.ts';

sharp.cache(false);
const folder = await mkdtemp(path.join(tmpdir(), 'empty-room-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 320;
const height = 220;

async function picture(name: string, svg: string) {
  const file = path.join(folder, `${name}.png`);
  await sharp(Buffer.from(svg)).removeAlpha().png().toFile(file);
  return { file, width, height, format: 'png' as const };
}
const plainPicture = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
const pictures = {
  room: await picture('room', drawEmptyRoom(width, height)),
  wall: await picture('wall', plainPicture('<rect width="320" height="220" fill="#cfc8bd"/>')),
  garden: await picture(
    'garden',
    plainPicture(
      '<rect width="320" height="110" fill="#7fb2e6"/><rect y="110" width="320" height="110" fill="#5f8a3c"/>',
    ),
  ),
  blue: await picture('blue', plainPicture('<rect width="320" height="220" fill="#3b5f93"/>')),
};
const pixelsOf = (file: string) => sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
const before = await pixelsOf(pictures.room.file);

async function furnish(params: Record<string, unknown>, seed = 4) {
  const result = await emptyRoom.run({
    params: definition.params.parse({
      upload_img: 'room',
      classifyId2: '501',
      classifyId3: '50101',
      num: 1,
      isEyeHeightGiven: true,
      ...params,
    }),
    pictures,
    seed,
    outputDir: await mkdtemp(path.join(folder, 'out-')),
    onProgress: () => undefined,
  });
  return { ...result, bytes: await Promise.all(result.outputs.map(({ file }) => pixelsOf(file))) };
}

/** Projection of a point on the floor of the drawn room (metres) into the picture (pixels). */
const at = (x: number, z: number) => ({
  x: width / 2 + (drawnRoom.focal * width * x) / z,
  y: height / 2 + (drawnRoom.focal * width * drawnRoom.eyeHeight) / z,
});

function changedRows(after: Buffer): number[] {
  const rows = new Array<number>(height).fill(0);
  for (let i = 0; i < width * height; i++) {
    if ([0, 1, 2].some((c) => before[i * 3 + c] !== after[i * 3 + c])) rows[Math.floor(i / width)]!++;
  }
  return rows;
}
const changedShare = (one: Buffer, other: Buffer) => {
  let count = 0;
  for (let i = 0; i < one.length; i += 3) if (Math.abs(one[i]! - other[i]!) > 6) count++;
  return (count * 3) / one.length;
};

const knownRoom = findRoom(before, { width, height }, drawnRoom.eyeHeight);

function piecesOf(type: string, density: 0 | 1 | 2 | 3) {
  const walls = wallsOf(knownRoom, readRoomLight(before, knownRoom));
  const main = walls.find(({ name }) => name === 'back')!;
  const furnisher = makeKit(lookOf('现代简约'), 1);
  const wishes = wishesFor(type, {
    main,
    others: walls.filter((wall) => wall !== main),
    ceiling: knownRoom.box.height,
    random: makeRandom(2),
    budget: 'medium',
    fixing: 'usual',
  });
  const options = { isPremium: false, isRich: false, unwanted: new Set<never>(), variant: 1 };
  return layOut(wishes, { room: knownRoom, furnisher, density, ...options }).placed;
}

function apart(one: Placed, other: Placed): boolean {
  const half = ({ width: w, depth: d, turn }: Placed) => {
    const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    return { x: (w * c + d * s) / 2, z: (w * s + d * c) / 2 };
  };
  const [a, b] = [half(one), half(other)];
  return Math.abs(one.x - other.x) > a.x + b.x - 0.01 || Math.abs(one.z - other.z) > a.z + b.z - 0.01;
}

describe('understanding an empty room', () => {
  it('finds the camera and the walls of a room that was drawn from them', () => {
    const { view, box, floorShare } = findRoom(before, { width, height }, drawnRoom.eyeHeight);
    expect(Math.abs(view.up[0])).toBeLessThan(0.03);
    const horizon = project(view, [0, drawnRoom.eyeHeight, 50]);
    expect(Math.abs(horizon.x - width / 2)).toBeLessThan(8);
    expect(Math.abs(horizon.y - height / 2)).toBeLessThan(6);
    expect(view.focal / width / drawnRoom.focal).toBeGreaterThan(0.85);
    expect(view.focal / width / drawnRoom.focal).toBeLessThan(1.15);
    // Lengths hang on the focal length; where the corners are in the picture does not.
    const corner = project(view, [box.right, 0, box.back]);
    expect(Math.abs(corner.x - (width / 2 + (240 * 2.3) / 5))).toBeLessThan(7);
    expect(Math.abs(corner.y - (height / 2 + (240 * 1.5) / 5))).toBeLessThan(5);
    const other = project(view, [box.left, box.height, box.back]);
    expect(Math.abs(other.x - (width / 2 - (240 * 2) / 5))).toBeLessThan(7);
    expect(Math.abs(other.y - (height / 2 - (240 * 1.2) / 5))).toBeLessThan(6);
    expect(floorShare).toBeGreaterThan(0.1);
  });
});

describe('openings of an empty room', () => {
  const doorAt = (from: number, to: number, high: number) => {
    const point = (x: number, y: number) => {
      const scale = (drawnRoom.focal * width) / drawnRoom.back;
      return `${width / 2 + scale * x},${height / 2 - scale * (y - drawnRoom.eyeHeight)}`;
    };
    return `<polygon points="${point(from, 0)} ${point(from, high)} ${point(to, high)} ${point(to, 0)}" fill="#6b4a2c"/>`;
  };

  it('finds a door, leaves the floor before it free and hangs no curtain beside it', async () => {
    const drawing = drawEmptyRoom(width, height).replace('</svg>', `${doorAt(-0.5, 0.5, 2.1)}</svg>`);
    const rgb = await pixelsOf((await picture('door', drawing)).file);
    const doors = findDoors(rgb, knownRoom);
    expect(doors).toHaveLength(1);
    expect(doors[0]!.side).toBe('back');
    // The lengths of a found room are those of its found camera.
    const scale = (knownRoom.box.right - knownRoom.box.left) / (drawnRoom.right - drawnRoom.left);
    expect(Math.abs(doors[0]!.to - doors[0]!.from - scale)).toBeLessThan(0.25);
    const [withDoor] = wallsOf(knownRoom, { windows: [], doors });
    const [plain] = wallsOf(knownRoom, { windows: [] });
    const placedBefore = (wall: NonNullable<typeof plain>) => {
      const furnisher = makeKit(lookOf('现代简约'), 1);
      const options = { isPremium: false, isRich: false, unwanted: new Set<never>(), variant: 1, density: 3 } as const;
      const wishes = [{ kind: 'sideboard', wall, u: 0, need: 0, width: 1.2, slack: 0 } as const];
      return layOut(wishes, { room: knownRoom, walls: [wall], furnisher, ...options }).placed.length;
    };
    expect(placedBefore(plain!)).toBe(1);
    expect(placedBefore(withDoor!)).toBe(0);
    expect(findDoors(before, knownRoom)).toEqual([]);
  });
});

describe('furnishing an empty room', () => {
  it('stands low furniture on the floor and leaves everything else as it was', async () => {
    const { bytes, facts } = await furnish({ furnishing: 'empty', lock: true });
    expect(facts?.pieces).toContain('沙发');
    const rows = changedRows(bytes[0]!);
    // Sofa and table are lower than the camera: nothing may show above the horizon but soft shade on the wall.
    expect(rows.slice(0, Math.round(height * 0.4)).reduce((a, b) => a + b, 0)).toBe(0);
    expect(rows.slice(Math.round(height * 0.55)).reduce((a, b) => a + b, 0)).toBeGreaterThan(width * height * 0.03);
  });

  it('gives the same picture for the same seed, and others for other seeds and outputs', async () => {
    const params = { furnishing: 'empty' };
    const one = await furnish({ ...params, num: 2 });
    const again = await furnish(params);
    const other = await furnish(params, 5);
    expect(one.bytes[0]!.equals(again.bytes[0]!)).toBe(true);
    expect(changedShare(one.bytes[0]!, one.bytes[1]!)).toBeGreaterThan(0.03);
    expect(changedShare(one.bytes[0]!, other.bytes[0]!)).toBeGreaterThan(0.03);
  });

  it('fills a room the more the denser it is asked for', () => {
    expect(piecesOf('卧室', 3).length).toBeGreaterThan(piecesOf('卧室', 1).length);
    expect(piecesOf('卧室', 1).length).toBeGreaterThan(piecesOf('卧室', 0).length);
  });

  it('knows the main pieces of every type of room, and sets none into another or through a wall', () => {
    const main: Record<string, RegExp> = {
      客厅: /sofa/,
      卧室: / bed/,
      餐厅: / (diningTable|roundDiningTable)/,
      厨房: /kitchen/,
      卫生间: /vanity/,
      书房: /desk/,
      儿童房: / (houseBed|bed)/,
      玄关: /shoeCabinet/,
      阳台: /armchair/,
      衣帽间: /openWardrobe/,
    };
    for (const [type, piece] of Object.entries(main)) {
      const placed = piecesOf(type, 2);
      expect(`${type} ${placed.map(({ kind }) => kind).join(' ')}`).toMatch(piece);
      for (const { x, z, width: wide, depth, turn } of placed) {
        const halfX = (Math.abs(Math.cos(turn)) * wide + Math.abs(Math.sin(turn)) * depth) / 2;
        expect(x - halfX).toBeGreaterThan(knownRoom.box.left - 0.05);
        expect(x + halfX).toBeLessThan(knownRoom.box.right + 0.05);
        expect(z).toBeLessThan(knownRoom.box.back);
      }
      const standing = placed.filter(
        ({ kind, y }) => y === 0 && !['rug', 'roundRug', 'diningChair', 'curtain'].includes(kind),
      );
      for (const one of standing) for (const other of standing) if (one !== other) expect(apart(one, other)).toBe(true);
    }
  });

  it('heeds words, a reference picture and a renewed finish', async () => {
    expect(readWishes('不要地毯，加一盏落地灯，蓝色沙发', '绿植')).toMatchObject({
      wanted: new Set(['floorLamp', 'sofa']),
      unwanted: new Set(['plant', 'rug', 'roundRug']),
      cloth: '#5b7794',
    });
    const params = { furnishing: 'empty', promptTxt: '不要沙发' };
    expect((await furnish(params)).facts?.pieces).not.toContain('沙发');
    const plain = await furnish({ ...params, ignoreWordAndImage: true });
    expect(plain.facts?.pieces).toContain('沙发');
    const blue = await furnish({ furnishing: 'empty', style_img: 'blue' });
    expect(changedShare(plain.bytes[0]!, blue.bytes[0]!)).toBeGreaterThan(0.005);
    const renewed = await furnish({ furnishing: 'empty', hardFinish: 'renew' });
    expect(changedShare(plain.bytes[0]!, renewed.bytes[0]!)).toBeGreaterThan(0.25);
  });

  it('fixes nothing to a room whose structure is to stay', async () => {
    expect((await furnish({ cnStrength: 0.95 })).facts?.pieces).not.toMatch(/挂画|吊灯|窗帘/);
    expect((await furnish({ cnStrength: 0.4 })).facts?.pieces).toMatch(/格栅墙板.*挂画/);
  });

  it('keeps to a floor that a person has marked, in a picture that shows none by itself too, and says so', async () => {
    const floorCorners = [at(-1.4, 4.8), at(1.4, 4.8), at(1.4, 3.3), at(-1.4, 3.3)];
    const { bytes, facts } = await furnish({ furnishing: 'empty', floorCorners });
    expect(facts).toMatchObject({
      markedFloor: expect.stringMatching(/^2\.\d×1\.\d 米$/),
      pieces: expect.stringContaining('沙发'),
    });
    expect(facts?.note).toMatch(/手动标出/);
    const changed = changedRows(bytes[0]!);
    expect(changed.slice(Math.ceil(at(0, 2.9).y)).reduce((a, b) => a + b, 0)).toBe(0);
    const told = { upload_img: 'wall', furnishing: 'empty', floorCorners };
    expect((await furnish(told)).facts?.pieces).toContain('沙发');
    await expect(furnish({ floorCorners: [at(0, 4), at(0.5, 4), at(0.5, 3.6), at(0, 3.6)] })).rejects.toThrow(
      /0\.\d×0\.\d 米，放不下/,
    );
  });

  it('is known before a run to be refused where the floor is not found, unless it is marked', () => {
    const misfits = { 'emptyRoom-1': '室外', 'emptyRoom-2': '已有家具', room: '特写' };
    const sentence = (params: Record<string, unknown>, seen: Record<string, string> = misfits) =>
      unsuitableReason(
        'emptyRoom',
        definition.params.parse({ upload_img: 'room', classifyId2: '501', classifyId3: '50101', ...params }),
        seen,
      );
    const floorCorners = [at(-1, 4.8), at(1, 4.8), at(1, 3.3), at(-1, 3.3)].map(({ x, y }) => ({ x: x + 0.5, y }));
    const furnished = { 'emptyRoom-2': '已有家具' };
    expect(sentence({}, furnished)).toBe('已有家具');
    expect(sentence({ floorCorners }, furnished)).toBeUndefined();
    expect(sentence({})).toBe('特写');
    expect(sentence({ floorCorners })).toBe('室外');
  });

  it('refuses pictures without a floor and pictures taken outdoors', async () => {
    await expect(furnish({ upload_img: 'garden' })).rejects.toThrow(JobRefused);
    await expect(furnish({ upload_img: 'garden' })).rejects.toThrow(/室外/);
    await expect(furnish({ upload_img: 'wall' })).rejects.toThrow(/请用「标出地面」/);
  });
});
