import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { defaultsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { JobPicture } from '../../engine/base/job.ts';
import { latticeRandom } from '../../engine/base/random.ts';
import { engineTools } from '../../engine/tools/index.ts';

/** Small bases of each kind that scene tools tell apart, drawn into a folder. */

const width = 240;
const height = 168;
export const drawing = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 280" preserveAspectRatio="none">${shapes}</svg>`;
const house = (sky: string, ground: string, wall: string, side: string, line = 'none') =>
  drawing(`<rect width="400" height="280" fill="${sky}"/><rect y="210" width="400" height="70" fill="${ground}"/>
   <g stroke="${line}" stroke-width="2.4"><rect x="90" y="70" width="120" height="150" fill="${wall}"/>
   <rect x="210" y="70" width="100" height="150" fill="${side}"/></g>`);
const view = drawing(`<rect width="400" height="280" fill="#c9b27c"/><rect width="400" height="60" fill="#8fc4ff"/>
   <path d="M80 110L150 40H310L260 110Z" fill="#c0643a"/>
   ${Array.from({ length: 34 }, (_, i) => `<path d="M${84 + i * 2} ${108 - i * 2}H${262 + i * 1.4}" stroke="#5a2a16"/>`).join('')}
   <g stroke="#000000" stroke-width="1.6"><rect x="80" y="110" width="120" height="120" fill="#d7876a"/>
   <rect x="200" y="110" width="60" height="120" fill="#a5644c"/></g>
   ${Array.from({ length: 12 }, (_, i) => `<rect x="${86 + (i % 4) * 28}" y="${118 + Math.floor(i / 4) * 36}" width="20" height="26" fill="#7fa0c8"/>`).join('')}
   ${Array.from({ length: 12 }, (_, i) => `<rect x="${270 + (i % 4) * 32}" y="${70 + Math.floor(i / 4) * 40}" width="24" height="28" fill="${i % 2 ? '#d9d4cc' : '#b98a5a'}"/>`).join('')}`);

interface Drawing {
  name: string;
  svg: string;
  /** Most that the levels of a channel are off, as a camera's are. */
  grain?: number;
}

export async function putDrawing(folder: string, { name, svg, grain = 0 }: Drawing): Promise<JobPicture> {
  const file = path.join(folder, `${name}.png`);
  const data = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  for (let i = 0; i < data.length; i++) {
    data[i] = Math.max(0, Math.min(255, Math.round(data[i]! + grain * (2 * latticeRandom(i, 7, 1) - 1))));
  }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' };
}

/** @returns a photograph, a view of a modelling program, a coloured sketch, a white model and a line drawing of a house */
export async function sceneBases(folder: string) {
  const draw = (name: string, svg: string, grain = 0) => putDrawing(folder, { name, svg, grain });
  return {
    photograph: await draw('photograph', house('#7fb2e6', '#8a8883', '#b5764f', '#8d5a3b'), 9),
    view: await draw('view', view),
    sketch: await draw('sketch', house('#7fb2e6', '#8a8883', '#b5764f', '#8d5a3b')),
    model: await draw('model', house('#b6b8bb', '#d6d6d6', '#e6e6e6', '#c4c4c4')),
    lines: await draw('lines', house('#ffffff', '#ffffff', '#ffffff', '#ffffff', '#000000')),
  };
}

export type SceneBases = Readonly<Record<string, JobPicture>>;

/** Runs a scene tool on one of the bases, one output, with what is given over the form's defaults. */
export async function renderScene(
  { id, base, given }: { id: string; base: string; given: Record<string, unknown> },
  pictures: SceneBases,
  folder: string,
) {
  const form = toolById(id)!;
  const params = form.params.parse({
    ...defaultsOf(form),
    ...{ upload_img: base, classifyId2: `${form.fields.classifyId2!.categoryRoot}01` },
    num: 1,
    ...given,
  });
  const outputDir = await mkdtemp(path.join(folder, 'out-'));
  const result = await engineTools[id]!.run({ params, pictures, seed: 2, outputDir, onProgress: () => undefined });
  const bytes = await sharp(result.outputs[0]!.file).removeAlpha().raw().toBuffer();
  return { ...result, bytes };
}
