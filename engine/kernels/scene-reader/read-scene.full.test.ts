import { describe, expect, it } from 'vitest';
import type { ModelRunner, Tensors } from '../../base/models.ts';
import { type SceneClass, sceneClasses } from '../scene/scene-reading.ts';
import { readClassically, readWithNetwork } from './read-scene.ts';

const size = { width: 160, height: 104 };
const count = size.width * size.height;

/** A wall before the sky on a street, each in its colour. */
function drawStreet(): Uint8Array {
  const rgb = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) rgb.set(colourAt(i % size.width, Math.floor(i / size.width)), i * 3);
  return rgb;
}

const colourAt = (x: number, y: number): [number, number, number] => {
  if (y > 80) return [110, 110, 112];
  return x > 45 && x < 125 && y > 20 ? [176, 96, 60] : [150, 190, 235];
};

type Told = Partial<Record<SceneClass, (x: number, y: number) => number>>;

/** A network that says what it is told of points given in shares of the picture, for so many classes. */
function telling(classCount: number, told: Told): ModelRunner {
  return {
    describe: () => Promise.reject(new Error('nobody asks')),
    async run(_file, { image }): Promise<Tensors> {
      const [, , height, width] = image!.dims as [number, number, number, number];
      const data = new Float32Array(classCount * width * height);
      for (const [name, shareAt] of Object.entries(told)) {
        const plane = data.subarray(sceneClasses.indexOf(name as SceneClass) * width * height);
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) plane[y * width + x] = shareAt((x + 0.5) / width, (y + 0.5) / height);
        }
      }
      const depth = new Float32Array((width * height) / 4).fill((Math.log(8 / 0.5) - 5) / 2);
      return {
        classes: { dims: [1, classCount, height, width], data },
        depth: { dims: [1, 1, height / 2, width / 2], data: depth },
      };
    },
  };
}

const read = (classCount: number, told: Told) =>
  readWithNetwork(drawStreet(), size, { runner: telling(classCount, told), file: 'told' });

const at = (plane: Uint8Array, x: number, y: number) => plane[y * size.width + x]!;

describe('the reading of a picture', () => {
  it('has every class of the list, whatever the network knows, and they sum up', async () => {
    for (const classCount of [10, sceneClasses.length]) {
      const { shares } = await read(classCount, {
        sky: (_, y) => (y < 0.5 ? 0.9 : 0.1),
        wall: (_, y) => (y < 0.5 ? 0.1 : 0.9),
      });
      for (const name of sceneClasses) expect(shares[name]).toHaveLength(count);
      for (let i = 0; i < count; i += 97) {
        const sum = sceneClasses.reduce((total, name) => total + shares[name][i]!, 0);
        expect(Math.abs(sum - 255)).toBeLessThanOrEqual(sceneClasses.length / 2);
      }
    }
  });

  it('draws a blurred answer along the edges of the picture', async () => {
    // The network sees the wall too wide by a tenth, with a wide soft edge.
    const isWall = (x: number) => 1 / (1 + Math.exp((Math.abs(x - 0.53) - 0.28) * 25));
    const { shares } = await read(10, {
      sky: (x, y) => (y < 0.77 ? 1 - isWall(x) : 0.02),
      wall: (x, y) => (y < 0.77 ? isWall(x) : 0.02),
      hard: (_, y) => (y < 0.77 ? 0.02 : 0.96),
    });
    expect(at(shares.wall, 50, 50)).toBeGreaterThan(200);
    expect(at(shares.sky, 38, 50)).toBeGreaterThan(200);
    expect(at(shares.hard, 50, 95)).toBeGreaterThan(200);
  });

  it('gives distances in metres', async () => {
    const { depth } = await read(10, { wall: () => 1 });
    expect(depth![500]).toBeCloseTo(8, 3);
  });

  it('has no sky in a room', async () => {
    const reading = await read(sceneClasses.length, {
      sky: (_, y) => (y < 0.2 ? 0.6 : 0),
      ceiling: (_, y) => (y < 0.2 ? 0.4 : 0),
      wall: (_, y) => (y >= 0.2 && y < 0.5 ? 1 : 0),
      furniture: (_, y) => (y >= 0.5 && y < 0.75 ? 1 : 0),
      floor: (_, y) => (y >= 0.75 ? 1 : 0),
    });
    expect(reading.place).toBe('interior');
    expect(Math.max(...reading.shares.sky)).toBe(0);
    expect(at(reading.shares.ceiling, 10, 3)).toBeGreaterThan(200);
  });

  it('is read by the network that knows rooms where that one sees a room, else by the other', async () => {
    const street = telling(10, { wall: () => 0.6, sky: (_, y) => (y < 0.3 ? 0.9 : 0) });
    const walls = new Uint8Array(count * 3).fill(190);
    const readBoth = (told: Told, rgb: Uint8Array = walls) => {
      const rooms = telling(sceneClasses.length, told);
      const runner: ModelRunner = {
        describe: street.describe,
        run: (file, ...rest) => (file === 'rooms' ? rooms : street).run(file, ...rest),
      };
      return readWithNetwork(rgb, size, { runner, file: 'streets', roomFile: 'rooms' });
    };
    const room = await readBoth({ wall: () => 0.7, floor: (_, y) => (y > 0.8 ? 1 : 0) });
    expect(room.place).toBe('interior');
    expect(Math.max(...room.shares.sky)).toBe(0);
    const open = await readBoth({ wall: () => 0.7, hard: (_, y) => (y > 0.8 ? 1 : 0) });
    expect(open.place).toBe('outdoor');
    expect(Math.max(...open.shares.floor)).toBe(0);
    // A blue sky speaks louder than a network that takes drawn houses for walls.
    expect((await readBoth({ wall: () => 0.7, floor: (_, y) => (y > 0.8 ? 1 : 0) }, drawStreet())).place).toBe(
      'outdoor',
    );
  });

  it('is unclear about the place where a network that knows no rooms sees little of the open', async () => {
    const floor = (_: number, y: number) => (y > 0.7 ? 1 : 0);
    const told = { wall: (x: number, y: number) => 1 - floor(x, y), hard: floor };
    expect((await read(10, told)).place).toBe('unclear');
    const tree = (x: number, y: number) => (x < 0.5 && y < 0.7 ? 0.9 : 0);
    expect((await read(10, { ...told, plant: tree })).place).toBe('outdoor');
  });

  describe('at night', () => {
    const walls: Told = { wall: () => 0.8, hard: (_, y) => (y > 0.8 ? 1 : 0) };
    const isHouse = (x: number, y: number) => x > 45 && x < 125 && y > 40;
    const readPainted = (told: Told, paint: (x: number, y: number) => number) => {
      const rgb = new Uint8Array(count * 3);
      for (let i = 0; i < count; i++) rgb.fill(paint(i % size.width, Math.floor(i / size.width)), i * 3, i * 3 + 3);
      const runner = telling(sceneClasses.length, told);
      return readWithNetwork(rgb, size, { runner, file: 'streets', roomFile: 'rooms' });
    };
    const lit = (x: number, y: number) => (x % 16 < 6 && y % 14 < 7 ? 190 : 40);

    it('finds the black sky down to the roofs and the lights, though the networks see walls', async () => {
      const { place, shares } = await readPainted(walls, (x, y) => (isHouse(x, y) ? lit(x, y) : 2 + ((x * y) % 3)));
      expect(place).toBe('outdoor');
      expect(at(shares.sky, 80, 10)).toBeGreaterThan(200);
      expect(at(shares.sky, 20, 50)).toBeGreaterThan(200);
      expect(at(shares.sky, 85, 60)).toBeLessThan(60);
      expect(at(shares.sky, 20, 100)).toBeLessThan(60);
    });

    it('says it is outdoors where black covers half of what was read as a room', async () => {
      const room: Told = { wall: () => 0.7, floor: (_, y) => (y > 0.8 ? 1 : 0) };
      const black = await readPainted(room, (x, y) => (isHouse(x, y) ? lit(x, y) : 2));
      expect(black.place).toBe('outdoor');
      // A dark hall has things on its ceiling.
      const hall = await readPainted(room, (x, y) => (y < 40 && x % 20 < 14 ? 4 : lit(x, y)));
      expect(hall.place).toBe('interior');
      expect(Math.max(...hall.shares.sky)).toBe(0);
    });

    it('leaves a picture alone that is dark without a light, or dark in a part', async () => {
      const unlit = await readPainted(walls, (x, y) => (isHouse(x, y) ? 40 : 2));
      expect(Math.max(...unlit.shares.sky)).toBeLessThan(60);
      const shaded = await readPainted(walls, (_, y) => (y < 40 ? 2 : 150));
      expect(Math.max(...shaded.shares.sky)).toBeLessThan(60);
    });
  });

  it('takes windows as large as a wall for walls, and sky that hangs in the middle of one', async () => {
    const { shares } = await read(10, {
      sky: (x, y) => (y > 0.4 && y < 0.65 && Math.abs(x - 0.5) < 0.15 ? 0.9 : 0),
      window: (x, y) => (y < 0.3 && x < 0.7 ? 0.9 : 0),
      wall: (x, y) => ((y > 0.4 && y < 0.65 && Math.abs(x - 0.5) < 0.15) || (y < 0.3 && x < 0.7) ? 0.1 : 1),
    });
    expect(at(shares.sky, 80, 55)).toBeLessThan(60);
    expect(at(shares.window, 80, 15)).toBeLessThan(60);
  });

  it('can be had from the classical masks alone', () => {
    const sky = new Uint8Array(count).fill(255, 0, 1000);
    const ground = new Uint8Array(count).fill(200, count - 1000);
    const window = new Uint8Array(count).fill(255, 2000, 2010);
    const { shares, readBy, depth } = readClassically({ sky, ground, window }, size);
    expect([shares.sky[500], shares.hard[count - 1], shares.other[count - 1], shares.window[2005]]).toEqual([
      255, 200, 55, 255,
    ]);
    expect([readBy, depth]).toEqual(['classical', undefined]);
  });
});
