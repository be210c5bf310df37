import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { defaultsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { RenderPicture } from '../../mock-server/adapters/render/port.ts';
import { drawMask, type Shape, type ToolSample } from './tool-samples.ts';

/** Longest side a listed picture is run at, in pixels. */
const longestSide = 1280;

/** One run of a list: a tool on a picture that lies beside the list. */
export interface ListedRun {
  /** Id in the registry. */
  tool: string;
  /** File of each picture field by its name, relative to the list; an array for fields that take several. */
  pictures: Record<string, string | string[]>;
  /** Values that differ from the form's defaults. Points are fractions of the base picture's sides. */
  values?: Record<string, unknown>;
  /** Shape painted white on the `mask` field: x,y as fractions of the base picture's sides. */
  mask?: Shape;
}

/**
 * The runs of a JSON list (an array of {@link ListedRun}) on pictures nobody here made.
 *
 * @param list path of the JSON file
 * @param folder existing folder for reduced pictures and masks
 * @throws Error when a tool is unknown or its values do not satisfy its schema
 */
export async function listedSamples(list: string, folder: string): Promise<ToolSample[]> {
  const runs = JSON.parse(await readFile(list, 'utf8')) as ListedRun[];
  return Promise.all(runs.map((run, index) => sampleOf(run, index, path.dirname(list), folder)));
}

async function sampleOf(run: ListedRun, index: number, from: string, folder: string): Promise<ToolSample> {
  const tool = toolById(run.tool);
  if (!tool) throw new Error(`run ${index + 1} names the unknown tool ${run.tool}`);
  const pictures: Record<string, RenderPicture> = {};
  const take = async (file: string) => {
    const id = `${index}-${Object.keys(pictures).length}`;
    // Taken before the file is read: several are read at once.
    pictures[id] = { file: '', width: 0, height: 0, format: 'png' };
    pictures[id] = await reduced(path.resolve(from, file), path.join(folder, `${id}.png`));
    return id;
  };
  const given: Record<string, unknown> = { ...defaultsOf(tool), ...run.values };
  for (const [field, file] of Object.entries(run.pictures)) {
    given[field] = Array.isArray(file) ? await Promise.all(file.map(take)) : await take(file);
  }
  if ('num' in tool.fields) given.num = run.values?.num ?? 1;
  const [base] = Object.values(pictures);
  if (base) {
    const { width, height } = base;
    for (const [name, { editor }] of Object.entries(tool.fields)) {
      if (editor !== 'points' || !Array.isArray(given[name])) continue;
      given[name] = (given[name] as { x: number; y: number }[]).map(({ x, y }) => ({ x: x * width, y: y * height }));
    }
    if (run.mask) {
      const id = `${index}-mask`;
      const shape = run.mask.map(([x, y]) => [x * width, y * height] as const);
      pictures[id] = await drawMask({ folder, width, height, scale: 1 }, id, shape);
      given.mask = id;
    }
  }
  const parsed = tool.params.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ');
    throw new Error(`run ${index + 1} (${run.tool}): ${problems}`);
  }
  return { tool: tool.id, title: tool.title, params: parsed.data, pictures };
}

async function reduced(source: string, file: string): Promise<RenderPicture> {
  const { width, height } = await sharp(source)
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .removeAlpha()
    .toColourspace('srgb')
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' };
}
