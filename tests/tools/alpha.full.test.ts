import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedTool, pictureFieldsOf } from '#shared/tools/define-tool';
import { toolById, tools } from '#shared/tools/registry';
import { type JobPicture, JobRefused } from '../../engine/base/job.ts';
import { engineTools } from '../../engine/tools/index.ts';
import { completeParams } from '../support/tool-params.ts';

const size = { width: 150, height: 130 };
const disc = [205, 51, 51];
let folder: string;
let pictures: Record<string, JobPicture>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alpha-'));
  const drawn = (shapes: string) =>
    sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="150" height="130">${shapes}</svg>`));
  const alpha = await drawn('<circle cx="75" cy="65" r="50"/>').extractChannel(3).raw().toBuffer();
  // As encoders store it: the colour where alpha is above 0, black elsewhere.
  const rgba = Buffer.from([...alpha].flatMap((level) => (level > 0 ? [...disc, level] : [0, 0, 0, 0])));
  const keep = async (name: string, picture: Sharp) => {
    const file = path.join(folder, `${name}.png`);
    await picture.png().toFile(file);
    return { file, ...size, format: 'png' as const };
  };
  pictures = {
    disc: await keep('disc', sharp(rgba, { raw: { ...size, channels: 4 } })),
    mask: await keep(
      'mask',
      drawn('<rect width="150" height="130"/><rect x="60" y="50" width="30" height="30" fill="#fff"/>'),
    ),
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Tools that make a picture from a picture. */
const pictureTools = tools.filter(
  (tool) => pictureFieldsOf(tool).some((name) => tool.fields[name]?.isRequired) && tool.group !== 'video',
);
/** Ids of the tools that keep the transparency of a picture; the others composite it on white. */
const transparencyKeepers = new Set([
  ...['clean', 'lama', 'localRenderingPro', 'localRenderingProIndoor', 'materialChange', 'indoorExterior'],
  ...['matting', 'upScaleImg', 'realUpImg', 'compress'],
]);

function paramsFor(tool: DefinedTool): Record<string, unknown> {
  const params = completeParams(tool, 'disc');
  for (const [name, field] of Object.entries(tool.fields)) {
    if (field.editor === 'mask') params[name] = field.isRequired ? 'mask' : undefined;
    if (field.editor === 'image' && !field.isRequired) params[name] = undefined;
  }
  if ('num' in tool.fields) params.num = 1;
  if ('promptTxt' in tool.fields) params.promptTxt = '木墙';
  if (tool.id === 'compress') Object.assign(params, { images: ['disc'], format: 'webp' });
  return tool.params.parse(params) as Record<string, unknown>;
}

describe('a disc on nothing', () => {
  it.each(pictureTools.map((tool) => [tool.id, tool] as const))(
    '%s: no edge is darker than what it belongs to',
    async (id, tool) => {
      const make = engineTools[id];
      if (!make) return;
      const job = {
        params: paramsFor(tool),
        pictures,
        seed: 7,
        mostPoints: 500,
        outputDir: folder,
        onProgress: () => undefined,
      };
      const made = await make.run(job).catch((error: unknown) => {
        if (error instanceof JobRefused && !transparencyKeepers.has(id)) return undefined;
        throw error;
      });
      for (const { file, format } of made?.outputs ?? []) {
        if (format !== 'png' && format !== 'webp') continue;
        expect((await sharp(file).metadata()).hasAlpha, id).toBe(transparencyKeepers.has(id));
        if (transparencyKeepers.has(id)) expect(await offAtEdges(file)).toBe(0);
      }
    },
  );
});

it.each(['upScaleImg', 'realUpImg'])(
  '%s darkens no edge of a disc whose faint pixels were kept coarsely',
  async (id) => {
    const file = path.join(import.meta.dirname, '../fixtures/pictures/disc-on-nothing.png');
    // The detail that `realUpImg` adds is switched off.
    const given = { upload_img: 'it', scale: 2, ...(id === 'realUpImg' && { creativity: 0, detail: 0 }) };
    const made = await engineTools[id]!.run({
      params: toolById(id)!.params.parse(given) as Record<string, unknown>,
      pictures: { it: { file, width: 500, height: 401, format: 'png' } },
      ...{ seed: 7, outputDir: folder, onProgress: () => undefined },
    });
    const { data } = await sharp(made.outputs[0]!.file).raw().toBuffer({ resolveWithObject: true });
    let off = 0;
    for (let at = 0; at < data.length; at += 4) {
      const isEdge = data[at + 3]! > 0 && data[at + 3]! < 255;
      if (isEdge && [204, 51, 51].some((colour, channel) => Math.abs(data[at + channel]! - colour) > 1)) off++;
    }
    expect(off).toBe(0);
  },
);

/** Counts the partly transparent pixels whose colour differs from the disc's by more than rounding. */
async function offAtEdges(file: string): Promise<number> {
  const { data } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  let off = 0;
  let seen = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    seen++;
    // At low alpha a premultiplied colour has few levels, so the tolerance is larger.
    const step = Math.max(1, Math.ceil(128 / alpha));
    if (disc.some((colour, channel) => Math.abs(data[at + channel]! - colour) > step)) off++;
  }
  expect(seen).toBeGreaterThan(50);
  return off;
}
