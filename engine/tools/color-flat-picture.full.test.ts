import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { colorFlatPicture as definition } from '#shared/tools/plan';
import { JobRefused, UnsuitablePicture } from '../base/job.ts';
import type { JobModels } from '../base/models.ts';
import { createDirectRunner } from '../models/direct-runner.ts';
import { colorFlatPicture } from './color-flat-picture.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'floor-plan-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Limit of stories that colour many plans, for machines under load; milliseconds. */
const manyRuns = 180_000;

const width = 1200;
const height = 900;
const thick = 16;

/** A wall from one point to another by its middle line. */
const wall = (x1: number, y1: number, x2: number, y2: number) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#000" stroke-width="${thick}" stroke-linecap="square"/>`;
const box = (x: number, y: number, w: number, h: number, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="none" stroke="#000" stroke-width="2"/>`;
const ring = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#000" stroke-width="2"/>`;

/** One metre is 100 pixels. Three rooms; each is given by its clear width and height. */
const rooms = {
  /** 108–592 × 108–792. */
  left: 484 * 684,
  /** 608–1092 × 108–442. */
  upper: 484 * 334,
  /** 608–1092 × 458–792. */
  lower: 484 * 334,
};

/** Door leaves and swings as drawn; the openings themselves are left out of the walls. */
const walls = [
  wall(100, 100, 1100, 100),
  wall(100, 800, 250, 800),
  wall(450, 800, 1100, 800),
  wall(100, 100, 100, 800),
  wall(1100, 100, 1100, 800),
  wall(600, 100, 600, 200),
  wall(600, 290, 600, 600),
  wall(600, 690, 600, 800),
  wall(600, 450, 1100, 450),
].join('');
const windowFrame = `${box(258, 792, 184, 16)}<path d="M258 800 h184" stroke="#000" stroke-width="2"/>`;
const doorSwing =
  '<path d="M608 208 h74 a74 74 0 0 1 -74 74" fill="none" stroke="#000" stroke-width="2"/><path d="M608 282 v-74" stroke="#000" stroke-width="1.5"/>';
/** 2.34 m × 3.34 m with a basin, a tub and a door to the upper room. */
const bathroom =
  wall(850, 100, 850, 250) +
  wall(850, 340, 850, 450) +
  box(1010, 120, 76, 60) +
  ring(1048, 150, 20) +
  box(930, 350, 160, 90, 10) +
  box(942, 362, 136, 66, 30);

/** The upper rooms alone, and as large a one beside them: wide, so that fewer pixels are coloured. */
const row = { width, height: 550 };
const rowOf = (divider: string) =>
  wall(100, 100, 1100, 100) +
  wall(100, 450, 250, 450) +
  wall(450, 450, 1100, 450) +
  wall(100, 100, 100, 450) +
  wall(1100, 100, 1100, 450) +
  divider +
  `<g transform="translate(0 -350)">${windowFrame}</g>`;
const rowWithDoor = rowOf(wall(600, 100, 600, 200) + wall(600, 290, 600, 450));

async function draw(name: string, content: string, size = { width, height }) {
  const file = path.join(folder, `${name}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return { file, ...size, format: 'png' as const };
}

type Picture = Awaited<ReturnType<typeof draw>>;

async function colour(picture: Picture, params: Record<string, unknown> = {}, seed = 1, models?: JobModels) {
  const outputDir = await mkdtemp(path.join(folder, 'out-'));
  const parsed = definition.params.parse({ upload_img: 'p', ...params });
  const job = {
    params: parsed,
    pictures: { p: picture },
    seed,
    outputDir,
    onProgress: () => undefined,
    ...(models && { models }),
  };
  const { outputs, facts } = await colorFlatPicture.run(job);
  const pictures = await Promise.all(
    outputs.map(({ file }) => sharp(file).raw().toBuffer({ resolveWithObject: true })),
  );
  const zoom = pictures[0]!.info.width / picture.width;
  /** Mean colour of a square around a place of the uploaded picture. */
  const at = (x: number, y: number, reach = 6, output = 0): [number, number, number] => {
    const { data, info } = pictures[output]!;
    const sum: [number, number, number] = [0, 0, 0];
    let count = 0;
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const i = (Math.round(y * zoom + dy) * info.width + Math.round(x * zoom + dx)) * 3;
        for (let c = 0; c < 3; c++) sum[c]! += data[i + c]!;
        count++;
      }
    }
    return [sum[0] / count, sum[1] / count, sum[2] / count];
  };
  return { outputs, facts: facts!, at, bytes: pictures.map(({ data }) => data) };
}

const roomsOf = (facts: Record<string, unknown>) =>
  JSON.parse(String(facts.roomList)) as { name: string; floor: string; area?: number; x: number; y: number }[];

/** 10 m drawn 1000 pixels long. */
const scale = {
  isAreaShown: true,
  referenceLine: [
    { x: 100, y: 850 },
    { x: 1100, y: 850 },
  ],
  referenceLength: 10_000,
};

describe('a coloured floor plan', { timeout: manyRuns }, () => {
  it('has its rooms with their areas within one percent, and lists the openings it closed', async () => {
    const plan = await draw('three-rooms', walls + windowFrame + doorSwing);
    const { facts, outputs } = await colour(plan, scale);
    expect(facts).toMatchObject({ roomCount: 3, doorCount: 2, windowCount: 1, closedBreakCount: 0 });
    const areas = roomsOf(facts).map((room) => room.area!);
    for (const [place, truth] of [rooms.left, rooms.upper, rooms.lower].entries()) {
      expect(Math.abs(areas[place]! - truth / 10_000) / (truth / 10_000)).toBeLessThan(0.01);
    }
    expect(facts.totalArea).toBeCloseTo(areas[0]! + areas[1]! + areas[2]!, 1);
    expect(String(facts.gapList).split('; ').sort()).toEqual([
      expect.stringMatching(/^door 600,245 7[3-5]$/),
      expect.stringMatching(/^door 600,645 7[3-5]$/),
      expect.stringMatching(/^window 350,800 18[0-5]$/),
    ]);
    expect(outputs[0]).toMatchObject({ width: 1536, height: 1152, format: 'png' });
  });

  it('takes the scale of the sheet and its resolution as well: 1:100 at 254 dpi is a centimetre a pixel', async () => {
    const plan = await draw('sheet', rowWithDoor, row);
    const { facts } = await colour(plan, { isAreaShown: true, scaleDenominator: 100, scaleDpi: 254, quality: '2k' });
    const areas = roomsOf(facts).map((room) => room.area!);
    expect(areas).toHaveLength(2);
    for (const area of areas) expect(Math.abs(area - rooms.upper / 10_000)).toBeLessThan(rooms.upper / 1e6);
    expect(() => definition.params.parse({ upload_img: 'p', isAreaShown: true })).toThrow('图纸分辨率');
  });

  it('closes breaks of up to one and a half wall widths and leaves wide openings open', async () => {
    const open = (gap: number) =>
      draw(`gap-${gap}`, rowOf(wall(600, 100, 600, 150) + wall(600, 150 + thick + gap, 600, 450)), row);
    const narrow = await colour(await open(20));
    expect(narrow.facts).toMatchObject({ roomCount: 2, closedBreakCount: 1 });
    const wide = await colour(await open(thick * 12 + 20));
    expect(wide.facts).toMatchObject({ roomCount: 1, closedBreakCount: 0 });
  });

  it('lays tiles where basins and tubs stand and wood elsewhere, unless the rows say otherwise', async () => {
    const plan = await draw('bath', rowWithDoor + bathroom, row);
    const guessed = await colour(plan);
    const bath = roomsOf(guessed.facts).find((room) => room.x > 860 && room.y < 400)!;
    expect(bath).toMatchObject({ name: '卫生间', floor: 'wetTile' });
    const [red, , blue] = guessed.at(960, 280);
    expect(red - blue).toBeLessThan(12);
    const [woodRed, , woodBlue] = guessed.at(350, 300);
    expect(woodRed - woodBlue).toBeGreaterThan(40);
    const given = await colour(plan, { rooms: [{ name: '工作室', floor: 'concrete' }] });
    expect(roomsOf(given.facts)[0]).toMatchObject({ name: '工作室', floor: 'concrete' });
    const [greyRed, , greyBlue] = given.at(200, 400);
    expect(greyRed - greyBlue).toBeLessThan(15);
  });

  it('fills walls solid, hatched or not at all, keeps lines dark, and colours, outlines or drops furniture', async () => {
    const plan = await draw('fill', rowWithDoor + bathroom + box(250, 300, 160, 90), row);
    const [coloured, line, none] = [
      await colour(plan, { wallFill: 'solid', furniture: 'colour' }),
      await colour(plan, { wallFill: 'hatch', furniture: 'line' }),
      await colour(plan, { wallFill: 'blank', furniture: 'none' }),
    ];
    const levels = [coloured, line, none].map(({ at }) => at(1100, 300, 4)[1]);
    expect(levels[0]).toBeLessThan(80);
    expect(levels[1]).toBeGreaterThan(levels[0]! + 40);
    expect(levels[2]).toBeGreaterThan(levels[1]! + 20);
    for (const { at } of [coloured, line]) expect(at(1010, 150, 0)[1]).toBeLessThan(110);
    // The window's frame is no furniture.
    for (const { at } of [coloured, line, none]) expect(at(350, 450, 0)[1]).toBeLessThan(110);
    expect(coloured.at(330, 345)[2]).toBeLessThan(150);
    expect(Math.min(...line.at(330, 345))).toBeGreaterThan(240);
    expect(line.at(330, 300, 0)[1]).toBeLessThan(120);
    expect(none.at(330, 300, 0)[1]).toBeGreaterThan(140);
  });

  it(
    'looks different in every style and for a second output, and the same for the same seed',
    async () => {
      // Two narrow rooms side by side: a third of the pixels of a whole flat.
      const along = [wall(100, 60, 1100, 60), wall(100, 260, 1100, 260)];
      const across = [100, 600, 1100].map((x) => wall(x, 60, x, 260));
      const plan = await draw('styles', [...along, ...across].join(''), { width, height: 320 });
      const floorOf = ({ at }: Awaited<ReturnType<typeof colour>>) => at(350, 160, 20).map(Math.round).join();
      const two = await colour(plan, { classifyId3: '60101', num: 2 }, 5);
      const floors = new Set([floorOf(two)]);
      for (const classifyId3 of ['60102', '60103', '60104', '60105', '60106']) {
        floors.add(floorOf(await colour(plan, { classifyId3 }, 5)));
      }
      expect(floors.size).toBe(6);
      expect(two.bytes[0]!.equals(two.bytes[1]!)).toBe(false);
      const again = await colour(plan, { classifyId3: '60101', num: 2 }, 5);
      expect(again.bytes[1]!.equals(two.bytes[1]!)).toBe(true);
    },
    manyRuns,
  );

  it('tells wet rooms by their fixtures, drawn thin and pale, in whatever direction they stand', async () => {
    const pale = (content: string) => `<g fill="none" stroke="#8a8a8a" stroke-width="2">${content}</g>`;
    const closet = '<rect x="-25" y="0" width="50" height="18"/><ellipse cx="0" cy="44" rx="19" ry="24"/>';
    const tub = '<rect width="170" height="75"/><rect x="7" y="7" width="156" height="61" rx="26"/>';
    const shower = '<rect width="90" height="90"/><path d="M0 0L90 90"/><circle cx="118" cy="36" r="22"/>';
    const hob = `<rect width="60" height="52"/>${[15, 45].map((x) => `<circle cx="${x}" cy="14" r="9"/><circle cx="${x}" cy="38" r="9"/>`).join('')}`;
    const kindOf = async (name: string, content: string) => {
      const plan = await draw(
        name,
        rowWithDoor + wall(850, 100, 850, 250) + wall(850, 340, 850, 450) + pale(content),
        row,
      );
      const { facts } = await colour(plan);
      return roomsOf(facts).find(({ x }) => x > 860)!.name;
    };
    const at = (x: number, y: number, turn: number, content: string) =>
      `<g transform="translate(${x} ${y}) rotate(${turn})">${content}</g>`;
    expect(await kindOf('closet', at(1000, 112, 0, closet))).toBe('卫生间');
    expect(await kindOf('closet-aside', at(1088, 270, 90, closet))).toBe('卫生间');
    expect(await kindOf('tub', at(915, 361, 0, tub))).toBe('卫生间');
    expect(await kindOf('tub-upright', at(1090, 150, 90, tub))).toBe('卫生间');
    expect(await kindOf('shower', at(862, 350, 0, shower))).toBe('卫生间');
    expect(await kindOf('hob-pale', at(1020, 112, 0, hob))).toBe('厨房');
    // A table with a round one beside it, and a wardrobe.
    const table = '<rect width="120" height="70"/><circle cx="60" cy="130" r="36"/>';
    expect(await kindOf('table', at(900, 150, 0, table))).not.toMatch(/卫生间|厨房/);
    expect(await kindOf('wardrobe', at(862, 380, 0, '<rect width="180" height="60"/>'))).not.toMatch(/卫生间|厨房/);
  });

  it('names an open room by its sofa and table, though a hob stands in it', async () => {
    const hob = box(120, 120, 200, 60) + [150, 180].map((x) => ring(x, 140, 8) + ring(x, 162, 8)).join('');
    const sofa = box(500, 225, 60, 75, 10) + box(500, 301, 60, 75, 10);
    const table =
      box(220, 260, 180, 90) + [230, 290, 350].map((x) => box(x, 222, 40, 30, 6) + box(x, 358, 40, 30, 6)).join('');
    const nameOf = async (name: string, content: string) => {
      const plan = await draw(name, rowWithDoor + bathroom + content, row);
      return roomsOf((await colour(plan)).facts)[0]!.name;
    };
    expect(await nameOf('hob', hob)).toBe('厨房');
    expect(await nameOf('hob-sofa', hob + sofa)).toBe('客厅');
    expect(await nameOf('hob-sofa-table', hob + sofa + table)).toBe('客餐厅');
  });

  it('understands the sample flat: ten rooms, three bedrooms, two baths, kitchen and balcony', async () => {
    const file = fileURLToPath(new URL('../../user-app/public/samples/floor-plan.png', import.meta.url));
    const { facts } = await colour(
      { file, width: 1600, height: 1200, format: 'png' },
      {
        ...scale,
        referenceLine: [
          { x: 152, y: 84 },
          { x: 568, y: 84 },
        ],
        referenceLength: 4160,
      },
    );
    const found = roomsOf(facts);
    expect(found.map(({ name }) => name.replace(/\d/, '')).sort()).toEqual(
      ['客餐厅', '卧室', '卧室', '卧室', '厨房', '阳台', '卫生间', '卫生间', '房间', '房间'].sort(),
    );
    // 4.00 m × 3.80 m and 3.52 m × 3.30 m by the drawing's own geometry.
    const areaNear = (x: number, y: number) => found.find((room) => Math.hypot(room.x - x, room.y - y) < 30)!.area!;
    expect(Math.abs(areaNear(360, 340) / 15.2 - 1)).toBeLessThan(0.01);
    expect(Math.abs(areaNear(1264, 315) / 11.616 - 1)).toBeLessThan(0.01);
  });

  it('reads the words on it: they name the rooms and give the scale, and stand on the result as they were drawn', async () => {
    const write = (text: string, x: number, y: number) =>
      `<text x="${x}" y="${y}" font-family="sans-serif" font-size="26" text-anchor="middle">${text}</text>`;
    const words =
      write('KITCHEN', 350, 260) +
      write('4.84 x 3.34 m', 350, 300) +
      write('Master Bedroom', 850, 260) +
      write('4.84 x 3.34 m', 850, 300);
    const plan = await draw('words', rowWithDoor + words, row);
    const { facts, at } = await colour(plan, {}, 1, { runner: createDirectRunner(), slots: {} });
    const found = roomsOf(facts).toSorted((one, other) => one.x - other.x);
    expect(found.map(({ name, floor }) => [name, floor])).toEqual([
      ['厨房', 'tile'],
      ['主卧', 'wood'],
    ]);
    expect(facts).toMatchObject({ namedCount: 2, scaleFoundBy: '房间尺寸文字' });
    expect(Math.abs(Number(facts.millimetresPerPixel) - 10)).toBeLessThan(0.2);
    for (const { area } of found) expect(Math.abs(area! - rooms.upper / 10_000)).toBeLessThan(0.6);
    // The first stroke of the K.
    expect(Math.min(...[288, 290, 292, 294, 296].map((x) => at(x, 252, 0)[1]))).toBeLessThan(110);
  });

  it('refuses drawings without walls, without closed rooms, and photos', async () => {
    const thin = await draw('thin', box(100, 100, 900, 600) + box(200, 200, 300, 200));
    await expect(colour(thin)).rejects.toThrow('没有找到墙体');
    const loose = await draw('loose', wall(100, 100, 700, 100) + wall(100, 800, 700, 800) + box(300, 300, 50, 50));
    await expect(colour(loose)).rejects.toThrow('没有找到封闭的房间');
    const dark = await draw(
      'dark',
      '<rect width="100%" height="60%" fill="#444"/><rect y="60%" width="100%" height="10%" fill="#999"/>',
    );
    await expect(colour(dark)).rejects.toBeInstanceOf(JobRefused);
    const shades = Array.from({ length: 40 }, (_, i) => {
      const grey = 20 + ((i * 37) % 40) * 5;
      return `<rect x="${(i % 8) * 60}" y="${Math.floor(i / 8) * 60}" width="60" height="60" fill="rgb(${grey},${grey},${grey})"/>`;
    });
    const photograph = await draw('photograph', shades.join(''), { width: 480, height: 300 });
    await expect(colour(photograph)).rejects.toBeInstanceOf(UnsuitablePicture);
    await expect(colour(photograph)).rejects.toThrow('白底线稿');
    // White paper round a flat that was rendered: boards and rugs in half tones from wall to wall.
    const boards = Array.from({ length: 60 }, (_, i) => {
      const grey = 110 + ((i * 29) % 12) * 9;
      return `<rect x="${200 + (i % 10) * 60}" y="${150 + Math.floor(i / 10) * 80}" width="60" height="80" fill="url(#g)" opacity="0.${(i % 5) + 4}" stroke="rgb(${grey},${grey},${grey})" stroke-width="9"/>`;
    });
    const gradient =
      '<defs><linearGradient id="g" spreadMethod="repeat" x2="0.2"><stop offset="0" stop-color="#777"/><stop offset="1" stop-color="#ccc"/></linearGradient></defs>';
    const rendered = await draw('rendered', gradient + boards.join(''));
    await expect(colour(rendered)).rejects.toThrow('已经上色');
  });
});
