import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { allPlan as definition } from '#shared/tools/plan';
import { allPlan } from './all-plan.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'site-plan-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Limit of stories that colour many plans, for machines under load; milliseconds. */
const manyRuns = 180_000;

const width = 1600;
const height = 1200;
const open = 'fill="none" stroke="#000"';
const rect = (x: number, y: number, w: number, h: number, pen: number) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" ${open} stroke-width="${pen}"/>`;
const tree = (x: number, y: number, r: number) => {
  const spokes = Array.from({ length: 8 }, (_, i) => {
    const angle = (i * Math.PI) / 4 + x;
    return `<line x1="${x}" y1="${y}" x2="${x + r * 0.85 * Math.cos(angle)}" y2="${y + r * 0.85 * Math.sin(angle)}" stroke="#000"/>`;
  });
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" stroke="#000" stroke-width="2"/>${spokes.join('')}`;
};

/** 40 trees: a row along the road, a grove, and pairs that overlap. */
const trees: [number, number, number][] = [];
for (let i = 0; i < 20; i++) trees.push([60 + i * 78, 60, 24]);
for (let i = 0; i < 12; i++) trees.push([1150 + (i % 4) * 90, 880 + Math.floor(i / 4) * 90, 16 + (i % 5) * 3]);
for (let i = 0; i < 4; i++) trees.push([80, 460 + i * 170, 28], [122, 470 + i * 170, 22]);

const road = `<path d="M0 150 H1600 M0 240 H1600" ${open} stroke-width="3"/>${Array.from(
  { length: 26 },
  (_, i) => `<line x1="${20 + i * 62}" y1="195" x2="${48 + i * 62}" y2="195" stroke="#000" stroke-width="2"/>`,
).join('')}`;
const pond = `<path d="M520 760 C 640 690, 850 740, 900 860 C 940 990, 760 1090, 620 1020 C 480 960, 420 820, 520 760 Z" ${open} stroke-width="3"/>`;
const footpath = `<path d="M0 400 C 300 280, 700 480, 1600 320 M0 436 C 300 316, 700 516, 1600 356" ${open} stroke-width="2"/>`;
const stalls = Array.from({ length: 8 }, (_, i) => rect(1000 + i * 50, 700, 42, 84, 1.5)).join('');
const plaza = `${rect(240, 800, 180, 180, 2)}${[1, 2, 3, 4, 5]
  .map((i) => `<path d="M${240 + i * 30} 800 V980 M240 ${800 + i * 30} H420" ${open} stroke-width="1"/>`)
  .join('')}`;
const site = [
  road,
  footpath,
  pond,
  stalls,
  plaza,
  rect(260, 460, 300, 140, 5),
  rect(275, 475, 270, 110, 1.5),
  `<g transform="rotate(14 1200 540)">${rect(1060, 470, 280, 130, 5)}</g>`,
  ...trees.map(([x, y, r]) => tree(x, y, r)),
].join('');

const plain = (name: string, color: string) => ({ name, color, pattern: 'plain' });
const legend = [
  plain('建筑', '#ff0000'),
  plain('道路', '#00ff00'),
  plain('绿地', '#0000ff'),
  plain('水体', '#00ffff'),
  plain('铺装', '#ffff00'),
  plain('停车', '#ff00ff'),
];
/** A place in every class, in the drawing's pixels. */
const places: Record<string, [number, number]> = {
  建筑: [400, 520],
  道路: [700, 220],
  绿地: [700, 600],
  水体: [700, 900],
  铺装: [255, 815],
  停车: [1021, 742],
};

async function draw(name: string, content: string, size = { width, height }) {
  const file = path.join(folder, `${name}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return { file, ...size, format: 'png' as const };
}

const picture = await draw('site', site);
/** The rows 360–660 of the site, for stories that need many pictures and no more than a building and a lawn. */
const strip = await draw('strip', `<g transform="translate(0 -360)">${site}</g>`, { width, height: 300 });

const runs = new Map<string, ReturnType<typeof colourAfresh>>();

/** A run of these parameters; stories that ask for the same share it. */
function colour(params: Record<string, unknown> = {}, seed = 1, source = picture) {
  const key = JSON.stringify([
    definition.params.parse({ upload_img: 'p', classifyId2: '605', ...params }),
    seed,
    source,
  ]);
  const run = runs.get(key) ?? colourAfresh(params, seed, source);
  runs.set(key, run);
  return run;
}

async function colourAfresh(params: Record<string, unknown> = {}, seed = 1, source = picture) {
  const outputDir = await mkdtemp(path.join(folder, 'out-'));
  const parsed = definition.params.parse({ upload_img: 'p', classifyId2: '605', ...params });
  const job = { params: parsed, pictures: { p: source }, seed, outputDir, onProgress: () => undefined };
  const { outputs, facts } = await allPlan.run(job);
  const pictures = await Promise.all(
    outputs.map(({ file }) => sharp(file).raw().toBuffer({ resolveWithObject: true })),
  );
  const at = (x: number, y: number): number[] => {
    const { data, info } = pictures[0]!;
    const zoom = info.width / width;
    const i = (Math.round(y * zoom) * info.width + Math.round(x * zoom)) * 3;
    return [...data.subarray(i, i + 3)];
  };
  return { facts: facts!, at, bytes: pictures.map(({ data }) => data) };
}

/** The legend row whose colour is nearest. */
function rowAt(rgb: readonly number[]): string {
  const distance = (color: string) =>
    [1, 3, 5].reduce((sum, k, c) => sum + (Number.parseInt(color.slice(k, k + 2), 16) - rgb[c]!) ** 2, 0);
  return legend.reduce((best, row) => (distance(row.color) < distance(best.color) ? row : best)).name;
}

describe('a coloured site plan', { timeout: manyRuns }, () => {
  it('paints every class in the colour of its legend row', async () => {
    const { at } = await colour({ legend, shadowLength: 0 });
    const found = Object.fromEntries(Object.entries(places).map(([name, [x, y]]) => [name, rowAt(at(x, y))]));
    expect(found).toEqual(Object.fromEntries(Object.keys(places).map((name) => [name, name])));
    expect(rowAt(at(1200, 530))).toBe('建筑');
    expect(rowAt(at(1598, 338))).toBe('铺装');
  });

  it('finds at least 95 % of the trees and nothing that is none', async () => {
    const { facts } = await colour();
    expect(facts.treeCount).toBeGreaterThanOrEqual(trees.length * 0.95);
    expect(facts.treeCount).toBeLessThanOrEqual(trees.length);
    const empty = await colour({}, 1, await draw('no-trees', road + rect(260, 460, 300, 140, 5) + stalls + pond));
    expect(empty.facts.treeCount).toBe(0);
  });

  it('moves a region that was clicked to another class, and only that one', async () => {
    const before = await colour({ legend, shadowLength: 0 });
    const [x, y] = places.建筑!;
    const after = await colour({ legend, shadowLength: 0, reassigned: [{ x, y, name: '水体' }] });
    expect(rowAt(after.at(x, y))).toBe('水体');
    // The strip between the building's outline and its parapet goes with it.
    expect(rowAt(after.at(268, 530))).toBe('水体');
    expect(rowAt(after.at(1200, 530))).toBe('建筑');
    const shares = (facts: Record<string, unknown>) => JSON.parse(String(facts.shares)) as Record<string, number>;
    expect(shares(after.facts).水体!).toBeGreaterThan(shares(before.facts).水体! + 1.5);
    expect(shares(after.facts).绿地).toBe(shares(before.facts).绿地);
    expect(() => definition.params.parse({ upload_img: 'p', reassigned: [{ x, y, name: '沙滩' }] })).toThrow('沙滩');
  });

  it('gives areas by class within two percent when the scale is known', async () => {
    // 1:500 at 127 dpi is a tenth of a metre a pixel.
    const { facts } = await colour({ legend, scaleDenominator: 500, scaleDpi: 127 });
    const areas = JSON.parse(String(facts.areas)) as Record<string, number>;
    const buildings = (300 * 140 + 280 * 130) / 100;
    expect(Math.abs(areas.建筑! / buildings - 1)).toBeLessThan(0.02);
    expect(Math.abs(areas.道路! / ((1600 * 90) / 100) - 1)).toBeLessThan(0.02);
    expect((await colour()).facts).not.toHaveProperty('areas');
  });

  it(
    'throws shadows the way and as far as asked',
    async () => {
      const brightness = async (params: Record<string, unknown>, x: number, y: number) =>
        (await colour(params, 1, strip)).at(x, y - 360).reduce((sum, value) => sum + value, 0);
      const [right, left] = [575, 245] as const;
      expect(await brightness({ shadowAngle: 90 }, right, 530)).toBeLessThan(
        (await brightness({ shadowAngle: 270 }, right, 530)) - 60,
      );
      expect(await brightness({ shadowAngle: 270 }, left, 530)).toBeLessThan(
        (await brightness({ shadowAngle: 90 }, left, 530)) - 60,
      );
      expect(await brightness({ shadowAngle: 90, shadowLength: 0 }, right, 530)).toBeGreaterThan(
        (await brightness({ shadowAngle: 90, shadowLength: 50 }, right, 530)) + 60,
      );
    },
    manyRuns,
  );

  it('keeps the lines or paints without them', async () => {
    const lineAt = async (isLineKept: boolean) =>
      (await colour({ legend, isLineKept, shadowLength: 0 })).at(260, 530)[0]!;
    expect(await lineAt(true)).toBeLessThan(90);
    expect(await lineAt(false)).toBeGreaterThan(150);
  });

  it(
    'looks different in every style and for a second output, and the same for the same seed',
    async () => {
      const lawns = new Set<string>();
      for (const classifyId3 of ['60401', '60402', '60403', '60404', '60405', '60406']) {
        const { at } = await colour({ classifyId2: '604', classifyId3 }, 1, strip);
        lawns.add(at(places.绿地![0], places.绿地![1] - 360).join());
      }
      expect(lawns.size).toBe(6);
      const two = await colour({ num: 2 }, 9, strip);
      expect(two.bytes[0]!.equals(two.bytes[1]!)).toBe(false);
      expect((await colourAfresh({ num: 2 }, 9, strip)).bytes[1]!.equals(two.bytes[1]!)).toBe(true);
    },
    manyRuns,
  );

  it('sends floor plans to the tool for them, by their fixtures where nothing is written', async () => {
    const file = fileURLToPath(new URL('../../user-app/public/samples/floor-plan.png', import.meta.url));
    await expect(colour({}, 1, { file, width: 1600, height: 1200, format: 'png' })).rejects.toThrow('画有洁具和灶台');
  });

  it('understands the sample site', async () => {
    const file = fileURLToPath(new URL('../../user-app/public/samples/site-plan.png', import.meta.url));
    const { facts, at } = await colour({ legend, shadowLength: 0 }, 1, { file, width, height, format: 'png' });
    // 113 trees have their middle in the picture.
    expect(facts.treeCount).toBeGreaterThanOrEqual(108);
    const truth: [number, number, string][] = [
      [260, 305, '建筑'],
      [1100, 270, '建筑'],
      [300, 1010, '建筑'],
      [1250, 960, '建筑'],
      [700, 150, '道路'],
      [840, 900, '道路'],
      [1300, 690, '道路'],
      [700, 950, '水体'],
      [520, 1005, '铺装'],
      [390, 410, '铺装'],
      [400, 775, '铺装'],
      [78, 600, '铺装'],
      [1020, 607, '停车'],
      [500, 730, '绿地'],
      [1300, 750, '绿地'],
      [20, 600, '绿地'],
      [700, 30, '绿地'],
    ];
    expect(truth.map(([x, y]) => rowAt(at(x, y)))).toEqual(truth.map(([, , name]) => name));
    expect(JSON.stringify(facts).length).toBeLessThan(4000);
  });
});
