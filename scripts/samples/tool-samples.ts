import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import { toolById, tools } from '#shared/tools/registry';
import type { RenderPicture } from '../../mock-server/adapters/render/port.ts';
import { drawSampleView, type SampleView } from './building-picture.ts';
import { conceptBases, roomBases } from './concept-bases.ts';

/** One ordinary run of a tool: what a user would give it and nothing unusual. */
export interface ToolSample {
  /** Id in the registry. */
  tool: string;
  /** The tool's Chinese name. */
  title: string;
  /** Parsed by the tool's own schema; picture fields hold keys of `pictures`. */
  params: Record<string, unknown>;
  /** The pictures the parameters name: `width` × `height` PNGs in the folder given. */
  pictures: Record<string, RenderPicture>;
}

/** Pixels of every picture and mask of a sample. */
export const sampleSize = { width: 1024, height: 768 } as const;

/** A filled shape on a sample picture: points x,y in its pixels. */
export type Shape = ReadonlyArray<readonly [number, number]>;

export interface SampleParts {
  /** Values that differ from the form's defaults. Picture fields hold names of sample pictures. */
  values?: Record<string, unknown>;
  /** Shape painted white on the `mask` field. */
  mask?: Shape;
  /** View of a sample model that is the base picture. */
  view?: SampleView;
}

export const box = (left: number, top: number, width: number, height: number): Shape => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
];

/** The 200 × 200 hole that removal is measured with: a street tree before a brick front. */
const hole = box(640, 400, 200, 200);

/**
 * Values that a tool needs beyond its defaults and the sample picture of its definition. A tool without an entry is run
 * on those alone, so a new one is never forgotten; when they do not satisfy its schema, {@link toolSamples} throws.
 */
const parts: Readonly<Record<string, SampleParts>> = {
  architecturalPart: {
    values: {
      crop: [
        { x: 560, y: 380 },
        { x: 960, y: 680 },
      ],
    },
  },
  atmosphereChange: { values: { time: 'night' } },
  clean: { mask: hole },
  colorFlatPicture: { values: { isAreaShown: true, scaleDenominator: 100, scaleDpi: 150 } },
  compress: { values: { images: ['villa-day'] } },
  gongzhuangRender: { values: { signText: '筑绘大厦' } },
  imgs2Video: {
    values: {
      images: ['villa-day', 'villa-dusk', 'office-street'],
      shots: [{ seconds: 2 }, { seconds: 2 }, { seconds: 1 }],
    },
  },
  indoorExterior: { mask: box(360, 400, 380, 250) },
  lama: { mask: hole },
  localRenderingPro: { values: { promptTxt: '清水混凝土墙面' }, mask: box(740, 215, 140, 200) },
  localRenderingProIndoor: { values: { quickObject: 'painting' }, mask: box(240, 230, 300, 160) },
  lockImgOut: { values: { sky: 'sunset' } },
  materialChange: {
    values: { upload_img: 'living-room-empty' },
    mask: [
      [0, 540],
      [975, 552],
      [1024, 590],
      [1024, 768],
      [0, 768],
    ],
  },
  matting: { values: { upload_img: 'chair-cutout', subject: 'furniture' } },
  styleTransferIndoor: { values: { style_img: 'living-room-dark-wood' } },
  styleTransfer: { values: { style_img: 'villa-dusk' } },
  text2Img: { values: { promptTxt: '三层现代别墅，清水混凝土与木，黄昏，湖边，松林' } },
  text2Video: { values: { promptTxt: '三层现代别墅，清水混凝土与木，午后，镜头缓缓推近' } },
};

const sampleFolder = fileURLToPath(new URL('../../user-app/public/samples/', import.meta.url));

/** File of a sample picture, by the name `Tool.sample` uses. */
const fileNames: Readonly<Record<string, string>> = {
  'floor-plan': 'floor-plan.png',
  'house-sketch': 'house-sketch.png',
  'site-plan': 'site-plan.png',
  'villa-lines': 'villa-lines.png',
  ...Object.fromEntries([...conceptBases, ...roomBases].map(({ name }) => [name, `bases/${name}.webp`])),
};

/**
 * One run of every tool of the registry, in its order, one output each, on the committed sample pictures cropped to
 * {@link sampleSize}. The same call gives the same parameters and pixels.
 *
 * @param folder existing folder for the pictures and masks
 * @param scale of the pictures against {@link sampleSize}: masks and points go with it
 * @param others by tool: what differs, such as the picture to start from
 * @throws Error when a tool's defaults and its entry here do not satisfy its schema
 */
export async function toolSamples(
  folder: string,
  scale = 1,
  others: Readonly<Record<string, SampleParts>> = {},
): Promise<ToolSample[]> {
  const sheet = sheetOf(folder, scale);
  const pictureOf = madeOnce(sheet);
  return Promise.all(tools.map((tool) => sampleOf(tool, sheet, pictureOf, others[tool.id])));
}

/** The run of one tool of the registry, as in {@link toolSamples}. */
export async function toolSample(id: string, folder: string): Promise<ToolSample> {
  const sheet = sheetOf(folder, 1);
  return sampleOf(toolById(id)!, sheet, madeOnce(sheet));
}

const sheetOf = (folder: string, scale: number): Sheet => ({
  ...{ folder, scale, width: sampleSize.width * scale, height: sampleSize.height * scale },
});

function madeOnce(sheet: Sheet): (name: string) => Promise<RenderPicture> {
  const made = new Map<string, Promise<RenderPicture>>();
  return (name) => {
    const known = made.get(name) ?? cropPicture(sheet, name);
    made.set(name, known);
    return known;
  };
}

/** Size of a run's pictures, and where they lie. */
export interface Sheet {
  folder: string;
  scale: number;
  width: number;
  height: number;
}

async function sampleOf(
  tool: DefinedTool,
  sheet: Sheet,
  pictureOf: (name: string) => Promise<RenderPicture>,
  other: SampleParts = {},
): Promise<ToolSample> {
  const { values, mask, view } = { ...parts[tool.id], ...other };
  const given: Record<string, unknown> = { ...defaultsOf(tool), ...parts[tool.id]?.values, ...values };
  if ('num' in tool.fields) given.num = 1;
  const pictures: Record<string, RenderPicture> = {};
  if (view) {
    given.upload_img = `${tool.id}-model`;
    pictures[`${tool.id}-model`] = await drawSampleView(sheet, `${tool.id}-model`, view);
  }
  for (const [name, field] of Object.entries(tool.fields)) {
    if (field.editor === 'points' && given[name]) given[name] = scaled(given[name] as PicturePoint[], sheet.scale);
    if (field.editor === 'image' && field.isRequired) given[name] ??= tool.sample?.before;
    if (field.editor === 'image' || field.editor === 'images') {
      const ids = [given[name]].flat().filter((id) => typeof id === 'string');
      for (const id of ids) pictures[id] ??= await pictureOf(id);
    }
    if (field.editor === 'mask' && name === 'mask' && mask) {
      const id = `${tool.id}-mask`;
      given[name] = id;
      pictures[id] = await drawMask(sheet, id, mask);
    }
  }
  const parsed = tool.params.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ');
    throw new Error(`tool-samples.ts has no fitting entry for ${tool.id}: ${problems}`);
  }
  return { tool: tool.id, title: tool.title, params: parsed.data, pictures };
}

interface PicturePoint {
  x: number;
  y: number;
}

function scaled(points: readonly PicturePoint[], scale: number): PicturePoint[] {
  return points.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
}

async function cropPicture({ folder, width, height }: Sheet, name: string): Promise<RenderPicture> {
  const file = path.join(folder, `${name}.png`);
  await sharp(path.join(sampleFolder, fileNames[name] ?? `${name}.jpg`))
    .resize({ width, height, fit: 'cover' })
    .removeAlpha()
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' };
}

/** Draws `shape` white on black into the sheet's folder. */
export async function drawMask(
  { folder, width, height, scale }: Sheet,
  name: string,
  shape: Shape,
): Promise<RenderPicture> {
  const points = shape.map(([x, y]) => `${x * scale},${y * scale}`).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">
    <rect width="100%" height="100%"/><polygon points="${points}" fill="#fff"/></svg>`;
  const file = path.join(folder, `${name}.png`);
  await sharp(Buffer.from(svg)).flatten().toColourspace('b-w').png().toFile(file);
  return { file, width, height, format: 'png' };
}
