import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import { gongzhuangRender as hallForm, indoorRender as roomForm } from '#shared/tools/indoor';
import { birdsViewRender as aboveForm, landscapeRender as gardenForm } from '#shared/tools/landscape';
import { architecturalRender as houseForm, architecturalPart as partForm } from '#shared/tools/outdoor';
import { type EngineTool, JobRefused } from '../base/job.ts';
import { latticeRandom } from '../base/random.ts';
import { hasChineseFont } from '../kernels/plan/plan-labels.ts';
import {
  architecturalPart,
  architecturalRender,
  birdsViewRender,
  gongzhuangRender,
  indoorRender,
  landscapeRender,
} from './scene-render.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'scene-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 288;
const height = 208;
const drawing = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 280" preserveAspectRatio="none">${shapes}</svg>`;
const house = (sky: string, ground: string, wall: string, side: string, line = 'none') =>
  drawing(`<rect width="400" height="280" fill="${sky}"/><rect y="210" width="400" height="70" fill="${ground}"/>
   <g stroke="${line}" stroke-width="2.4"><rect x="90" y="70" width="120" height="150" fill="${wall}"/>
   <rect x="210" y="70" width="100" height="150" fill="${side}"/></g>`);
/** Wide, so that its 2K has few pixels. */
const strip = house('#7fb2e6', '#8a8883', '#b5764f', '#8d5a3b').replace(`height="${height}"`, 'height="96"');
const room =
  drawing(`<rect width="400" height="280" fill="#d9d6d1"/><path d="M0 280L90 190H310L400 280Z" fill="#b9b6b1"/>
   <path d="M0 0L90 50H310L400 0Z" fill="#e8e6e2"/><path d="M0 0L90 50V190L0 280Z" fill="#c9c6c1"/>`);

/** A view as modelling programs show it: a plain under a sky, hatched roof, dark edges, a colour per face. */
const view = drawing(`<rect width="400" height="280" fill="#c9b27c"/><rect width="400" height="60" fill="#8fc4ff"/>
   <path d="M80 110L150 40H310L260 110Z" fill="#c0643a"/>
   ${Array.from({ length: 34 }, (_, i) => `<path d="M${84 + i * 2} ${108 - i * 2}H${262 + i * 1.4}" stroke="#5a2a16"/>`).join('')}
   <g stroke="#000000" stroke-width="1.6"><rect x="80" y="110" width="120" height="120" fill="#d7876a"/>
   <rect x="200" y="110" width="60" height="120" fill="#a5644c"/>
   </g>${Array.from({ length: 12 }, (_, i) => `<rect x="${86 + (i % 4) * 28}" y="${118 + Math.floor(i / 4) * 36}" width="20" height="26" fill="#7fa0c8"/>`).join('')}
   ${Array.from({ length: 12 }, (_, i) => `<rect x="${270 + (i % 4) * 32}" y="${70 + Math.floor(i / 4) * 40}" width="24" height="28" fill="${i % 2 ? '#d9d4cc' : '#b98a5a'}"/>`).join('')}<g></g>`);

/** @param grain how far the levels of a channel are off, as a camera's are */
async function picture(name: string, svg: string, grain = 0) {
  const file = path.join(folder, `${name}.png`);
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  for (let i = 0; i < data.length; i++) {
    const off = grain * (2 * latticeRandom(i, 7, 1) - 1);
    data[i] = Math.max(0, Math.min(255, Math.round(data[i]! + off)));
  }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' as const };
}
/** A picture as messengers send it. */
async function savedPicture(name: string, svg: string) {
  const jpeg = await sharp(Buffer.from(svg)).removeAlpha().jpeg({ quality: 80 }).toBuffer();
  const file = path.join(folder, `${name}.jpg`);
  const { width, height } = await sharp(jpeg).toFile(file);
  return { file, width, height, format: 'jpg' as const };
}
const pictures = {
  strip: await picture('strip', strip),
  photo: await picture('photo', house('#7fb2e6', '#8a8883', '#b5764f', '#8d5a3b'), 9),
  sketch: await picture('sketch', house('#7fb2e6', '#8a8883', '#b5764f', '#8d5a3b')),
  view: await picture('view', view),
  saved: await savedPicture('saved', view),
  open: await picture(
    'open',
    drawing(
      '<rect width="400" height="280" fill="#ffffff"/><path d="M90 70H200M210 80V150M90 220H190M230 220H300M120 120V170M250 120V170" stroke="#000000" stroke-width="2.4"/>',
    ),
  ),
  garden: await picture('garden', house('#7fb2e6', '#6f9440', '#b5764f', '#8d5a3b')),
  model: await picture('model', house('#b6b8bb', '#d6d6d6', '#e6e6e6', '#c4c4c4')),
  lines: await picture('lines', house('#ffffff', '#ffffff', '#ffffff', '#ffffff', '#000000')),
  blueprint: await picture('blueprint', house('#1d3b6f', '#1d3b6f', '#1d3b6f', '#1d3b6f', '#ffffff')),
  room: await picture('room', room),
  warm: await picture('warm', drawing('<rect width="400" height="280" fill="#c05a20"/>')),
};
type PictureName = keyof typeof pictures;

const forms = new Map<EngineTool, DefinedTool>([
  [architecturalRender, houseForm],
  [architecturalPart, partForm],
  [birdsViewRender, aboveForm],
  [landscapeRender, gardenForm],
  [indoorRender, roomForm],
  [gongzhuangRender, hallForm],
] as ReadonlyArray<[EngineTool, DefinedTool]>);

interface Run {
  tool?: EngineTool;
  seed?: number;
}

type Rendering = Awaited<ReturnType<typeof renderAnew>>;
const rendered = new Map<string, Promise<Rendering>>();

/** A rendering, the same one for every story that asks for the same. */
function render(base: PictureName, given: Record<string, unknown> = {}, run: Run = {}): Promise<Rendering> {
  const key = JSON.stringify([base, given, forms.get(run.tool ?? architecturalRender)!.id, run.seed]);
  const known = rendered.get(key) ?? renderAnew(base, given, run);
  rendered.set(key, known);
  return known;
}

async function renderAnew(
  base: PictureName,
  given: Record<string, unknown> = {},
  { tool = architecturalRender, seed = 2 }: Run = {},
) {
  const form = forms.get(tool)!;
  const params = form.params.parse({ ...defaultsOf(form), upload_img: base, classifyId2: '101', num: 1, ...given });
  const outputDir = await mkdtemp(path.join(folder, 'out-'));
  const result = await tool.run({ params, pictures, seed, outputDir, onProgress: () => undefined });
  const read = (file: string) => sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
  return { ...result, bytes: await Promise.all(result.outputs.map((output) => read(output.file))) };
}

/** Mean colour of a box, in shares of the picture. */
function meanOf(bytes: Buffer, [left, top, right, bottom]: readonly [number, number, number, number]) {
  const sums = [0, 0, 0];
  let count = 0;
  for (let y = Math.floor(top * height); y < bottom * height; y++) {
    for (let x = Math.floor(left * width); x < right * width; x++, count++) {
      for (let channel = 0; channel < 3; channel++) sums[channel]! += bytes[(y * width + x) * 3 + channel]!;
    }
  }
  const [red, green, blue] = sums.map((sum) => sum / count) as [number, number, number];
  return { red, green, blue, grey: (red + green + blue) / 3 };
}
const skyBox = [0.03, 0.03, 0.2, 0.2] as const;
const wallBox = [0.27, 0.35, 0.48, 0.65] as const;
const groundBox = [0.1, 0.86, 0.9, 0.98] as const;

describe('what a base picture is', () => {
  it.each([
    ['photo', 'shaded', 'assisted'],
    ['sketch', 'sketch', 'preview'],
    ['view', 'modelView', 'preview'],
    ['saved', 'modelView', 'preview'],
    ['model', 'modelView', 'preview'],
    ['lines', 'lines', 'preview'],
    ['blueprint', 'lines', 'preview'],
  ] as const)('takes the %s for %s and calls the result %s', async (base, kind, quality) => {
    const result = await render(base);
    expect(result.facts?.inputKind).toBe(kind);
    expect(result.quality).toBe(quality);
  });

  it('says of a coloured drawing that it is a sketch of colours', async () => {
    expect((await render('lines')).facts?.note).toMatch(/线稿.*示意/);
  });

  it('keeps the lines and colours of a view, and changes its sky', async () => {
    const { bytes } = await render('view', { atmosphere: 'sunny' });
    const original = await sharp(pictures.view.file).raw().toBuffer();
    for (const box of [
      [0.02, 0.86, 0.16, 0.98],
      [0.4, 0.2, 0.6, 0.36],
      [0.52, 0.45, 0.64, 0.78],
    ] as const) {
      const [before, after] = [meanOf(original, box), meanOf(bytes[0]!, box)];
      for (const channel of ['red', 'green', 'blue'] as const)
        expect(Math.abs(after[channel] - before[channel])).toBeLessThan(45);
      expect(Math.sign(after.red - after.blue)).toBe(Math.sign(before.red - before.blue));
    }
    let dark = 0;
    let kept = 0;
    for (let i = 0; i < original.length; i += 3) {
      if (original[i]! > 40) continue;
      dark++;
      if (bytes[0]![i]! < 60) kept++;
    }
    expect(dark).toBeGreaterThan(200);
    expect(kept / dark).toBeGreaterThan(0.98);
    expect(meanOf(bytes[0]!, skyBox)).not.toEqual(meanOf(original, skyBox));
  });

  it('says of a drawing with gaps that it is only washed, and keeps its ink on top of the colours', async () => {
    const { bytes, facts } = await render('open');
    expect(facts?.note).toMatch(/不到六成/);
    expect(facts?.note).not.toMatch(/按闭合的区域/);
    const original = await sharp(pictures.open.file).raw().toBuffer();
    let dark = 0;
    let kept = 0;
    for (let i = 0; i < original.length; i += 3) {
      if (original[i]! > 20) continue;
      dark++;
      if (bytes[0]![i]! < 110) kept++;
    }
    expect(dark).toBeGreaterThan(200);
    expect(kept / dark).toBeGreaterThan(0.95);
  });
});

describe('outputs', () => {
  it('gives a white model a sky and the walls of its style', async () => {
    const { bytes } = await render('model', { classifyId3: '10107', atmosphere: 'sunny' });
    const sky = meanOf(bytes[0]!, skyBox);
    expect(sky.blue).toBeGreaterThan(sky.red + 20);
    const wall = meanOf(bytes[0]!, wallBox);
    expect(wall.red).toBeGreaterThan(wall.blue + 25);
  });

  it('differ from each other and by the seed, and come back byte by byte for the same seed', async () => {
    const once = await render('model', { num: 2 });
    const again = await renderAnew('model', { num: 2 });
    const other = await render('model', { num: 2 }, { seed: 3 });
    expect(once.bytes[0]!.equals(once.bytes[1]!)).toBe(false);
    expect(once.bytes.every((bytes, i) => bytes.equals(again.bytes[i]!))).toBe(true);
    expect(once.bytes[0]!.equals(other.bytes[0]!)).toBe(false);
  });

  it('have the shape asked for, and 2K the size', async () => {
    const [square] = (await render('photo', { ratio: '1:1' })).outputs;
    expect([square!.width, square!.height]).toEqual([208, 208]);
    const [large] = (await render('strip', { quality: '2k' })).outputs;
    expect([large!.width, large!.height]).toEqual([2048, 683]);
  });

  it('follow the words, and only the preset when told so', async () => {
    const plain = await render('model', { atmosphere: 'sunny' });
    const brick = await render('model', { atmosphere: 'sunny', promptTxt: '红砖外墙' });
    const unheard = await render('model', { atmosphere: 'sunny', promptTxt: '红砖外墙', ignoreWordAndImage: true });
    const [before, after] = [plain, brick].map(({ bytes }) => meanOf(bytes[0]!, wallBox));
    expect(after!.red - after!.blue).toBeGreaterThan(before!.red - before!.blue + 15);
    expect(unheard.bytes[0]!.equals(plain.bytes[0]!)).toBe(true);
  });

  it('take the light from the words when no atmosphere is chosen', async () => {
    const day = meanOf((await render('photo')).bytes[0]!, skyBox);
    const night = meanOf((await render('photo', { promptTxt: '夜景' })).bytes[0]!, skyBox);
    expect(night.grey).toBeLessThan(day.grey * 0.4);
  });

  it('take the colours of a reference, unless told to ignore it', async () => {
    const plain = await render('photo', { atmosphere: 'sunny' });
    const styled = await render('photo', { atmosphere: 'sunny', style_img: 'warm' });
    const ignored = await render('photo', { atmosphere: 'sunny', style_img: 'warm', ignoreWordAndImage: true });
    const [before, after] = [plain, styled].map(({ bytes }) => meanOf(bytes[0]!, wallBox));
    expect(after!.red / after!.blue).toBeGreaterThan(before!.red / before!.blue);
    expect(ignored.bytes[0]!.equals(plain.bytes[0]!)).toBe(true);
  });

  it('stay nearer to the photograph when the structure is locked', async () => {
    const original = await sharp(pictures.photo.file).raw().toBuffer();
    const paving = meanOf(original, groundBox);
    const far = async (given: object) => {
      const params = { atmosphere: 'sunny', cnStrength: 0.4, classifyId3: '10107', ...given };
      const now = meanOf((await render('photo', params)).bytes[0]!, groundBox);
      return Math.abs(now.red / now.blue - paving.red / paving.blue);
    };
    expect(await far({ lock: true })).toBeLessThan(await far({ lock: false }));
  });

  it('leave out figures that are not wanted', async () => {
    expect((await render('model', { people: 'many' })).facts?.figureCount).toBeGreaterThan(0);
    expect((await render('model', { people: 'many', negTxt: '不要人物' })).facts?.figureCount).toBe(0);
  });
});

describe('a part of a building', () => {
  const crop = [
    { x: 60, y: 45 },
    { x: 230, y: 170 },
  ];

  it('is rendered alone in the size of its frame', async () => {
    const [output] = (await render('photo', { crop }, { tool: architecturalPart })).outputs;
    expect([output!.width, output!.height]).toEqual([170, 125]);
  });

  it('goes back into the picture without touching a pixel outside', async () => {
    const result = await render('photo', { crop, isPastedBack: true, ratio: '1:1' }, { tool: architecturalPart });
    expect(result.facts?.changedPixelsOutside).toBe(0);
    expect([result.outputs[0]!.width, result.outputs[0]!.height]).toEqual([width, height]);
    const original = await sharp(pictures.photo.file).raw().toBuffer();
    let inside = 0;
    for (let i = 0; i < width * height; i++) {
      const x = i % width;
      const y = Math.floor(i / width);
      const isSame = [0, 1, 2].every((channel) => result.bytes[0]![i * 3 + channel] === original[i * 3 + channel]);
      if (x >= 60 && x < 230 && y >= 45 && y < 170) inside += isSame ? 0 : 1;
      else if (!isSame) throw new Error(`pixel ${x},${y} outside the frame changed`);
    }
    expect(inside).toBeGreaterThan(1000);
  });

  it('looks different for every component', async () => {
    const [roof, glass] = await Promise.all(
      ['roof', 'curtainWall'].map((component) => render('model', { crop, component }, { tool: architecturalPart })),
    );
    expect(roof!.bytes[0]!.equals(glass!.bytes[0]!)).toBe(false);
  });

  it('is refused when its frame has no room', async () => {
    const tiny = [
      { x: 80, y: 60 },
      { x: 90, y: 70 },
    ];
    await expect(render('photo', { crop: tiny }, { tool: architecturalPart })).rejects.toThrow(JobRefused);
  });
});

describe('rooms', () => {
  it('are drawn anew from views of modelling programs, and relit where they are bare in even light', async () => {
    const room = (
      stroke: string,
    ) => `<g stroke="${stroke}" stroke-width="1.6"><polygon points="0,0 400,0 280,60 120,60" fill="#e2e2e0"/>
      <polygon points="0,0 120,60 120,190 0,280" fill="#c4c4c1"/><polygon points="400,0 280,60 280,190 400,280" fill="#b6b6b3"/>
      <rect x="120" y="60" width="160" height="130" fill="#d2d2cf"/><polygon points="0,280 120,190 280,190 400,280" fill="#d9d9d7"/>
      <rect x="200" y="130" width="60" height="70" fill="#9a5b2f"/><path d="M230 130V200M200 165H260"/>
      <polygon points="30,60 85,80 85,150 30,165" fill="#8fc0ea"/></g>`;
    Object.assign(pictures, {
      edged: await picture('edged', drawing(room('#1e1e1e'))),
      smooth: await picture('smooth', drawing(room('none')), 3),
    });
    const given = { classifyId2: '501', plants: 'none' };
    const edged = await render('edged' as keyof typeof pictures, given, { tool: indoorRender });
    expect(edged.facts?.note).toContain('室内视图');
    expect(edged.quality).toBe('preview');
    const smooth = await render('smooth' as keyof typeof pictures, given, { tool: indoorRender });
    expect(String(smooth.facts?.note ?? '')).not.toContain('室内视图');
  });

  it('get the floor of their style when they are bare', async () => {
    const { bytes } = await render(
      'room',
      { classifyId2: '501', classifyId3: '50103', plants: 'none' },
      { tool: indoorRender },
    );
    const before = meanOf(await sharp(pictures.room.file).raw().toBuffer(), groundBox);
    const after = meanOf(bytes[0]!, groundBox);
    expect(after.red - after.blue).toBeGreaterThan(before.red - before.blue + 20);
  });

  it('get a plant when one is asked for, and a mirror on a polished floor', async () => {
    const given = { classifyId2: '501', plants: 'none' };
    const plain = await render('room', given, { tool: indoorRender });
    const planted = await render('room', { ...given, plants: 'many' }, { tool: indoorRender });
    const polished = await render('room', { ...given, floor: 'glossy' }, { tool: indoorRender });
    expect(planted.facts?.figureCount).toBeGreaterThan(0);
    expect(polished.bytes[0]!.equals(plain.bytes[0]!)).toBe(false);
  });

  it('carry their sign, or say why not', async () => {
    const given = { classifyId2: '301', crowd: 'none' };
    const plain = await render('room', given, { tool: gongzhuangRender });
    const latin = await render('room', { ...given, signText: 'ZHUHUI' }, { tool: gongzhuangRender });
    let changed = 0;
    for (let i = 0; i < plain.bytes[0]!.length; i += 3) {
      if (Math.abs(plain.bytes[0]![i]! - latin.bytes[0]![i]!) > 60) changed++;
    }
    expect(changed).toBeGreaterThan(60);
    const chinese = await render('room', { ...given, signText: '筑绘' }, { tool: gongzhuangRender });
    if (!(await hasChineseFont())) expect(chinese.facts?.note).toContain('没有中文字体');
    else expect(chinese.bytes[0]!.equals(plain.bytes[0]!)).toBe(false);
  });
});

describe('fields of gardens and districts', () => {
  const base = { classifyId2: '201', atmosphere: 'sunny', vegetation: 'few' };
  it.each([
    { waterFeature: 'pool' },
    { waterFeature: 'fountain' },
    { hardscape: 'many' },
    { vegetation: 'wild' },
    { lights: 'path' },
    { lights: 'accent' },
  ])('a garden changes with %o', async (given) => {
    const plain = await render('garden', base, { tool: landscapeRender });
    const changed = await render('garden', { ...base, ...given }, { tool: landscapeRender });
    expect(changed.bytes[0]!.equals(plain.bytes[0]!)).toBe(false);
  });

  it.each([
    { greenSpace: 'high' },
    { roads: 'high' },
    { water: 'high' },
    { view: 'axonometric' },
    { view: 'semiAerial' },
  ])('a district changes with %o', async (given) => {
    const district = { classifyId2: '401', atmosphere: 'sunny', greenSpace: 'low', roads: 'low' };
    const plain = await render('model', district, { tool: birdsViewRender });
    const changed = await render('model', { ...district, ...given }, { tool: birdsViewRender });
    expect(changed.bytes[0]!.equals(plain.bytes[0]!)).toBe(false);
  });
});

describe('the view of a building', () => {
  it.each(['semiAerial', 'aerial', 'axonometric', 'top'])('%s has it read as land seen from above', async (view) => {
    const given = { atmosphere: 'sunny', num: 1 };
    const plain = await render('model', given);
    const fromAbove = await render('model', { ...given, view });
    expect(fromAbove.bytes[0]!.equals(plain.bytes[0]!)).toBe(false);
  });

  it.each(['eye', 'elevation'])('%s is what it is taken for without being told', async (view) => {
    const plain = await render('model', { atmosphere: 'sunny', num: 1 });
    expect((await render('model', { atmosphere: 'sunny', num: 1, view })).bytes[0]!.equals(plain.bytes[0]!)).toBe(true);
  });
});
