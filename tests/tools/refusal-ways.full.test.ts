import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedTool, pictureFieldsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import { type RefusalName, refusalSentences, waysOf } from '../../engine/base/refusals.ts';
import { createModelHost, type ModelHost } from '../../engine/models/host.ts';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderEngine, RenderPicture } from '../../mock-server/adapters/render/port.ts';
import { createVariantCache } from '../../mock-server/modules/studio/image/variant-cache.ts';
import { completeParams } from '../support/tool-params.ts';

/** A run that ends with a refusal: its tool, its picture among the samples or the drawn one, and the choices that matter. */
interface Refused {
  tool: string;
  base: string;
  given?: Record<string, unknown>;
}

const causes: Readonly<Record<RefusalName, Refused>> = {
  floorPlan: { tool: 'allPlan', base: 'floor-plan.png' },
  colouredPlan: { tool: 'colorFlatPicture', base: 'rendered plan' },
  roomToRelight: { tool: 'lockImgOut', base: 'living-room.jpg', given: { sky: 'clear' } },
  roomForMood: { tool: 'atmosphereChange', base: 'living-room.jpg', given: { time: 'dusk' } },
  outdoorsForFurniture: { tool: 'emptyRoom', base: 'villa-day.jpg' },
  furnishedRoom: { tool: 'emptyRoom', base: 'bases/room-dining.webp' },
  noRoof: { tool: 'architecturalPart', base: 'lobby.jpg', given: { component: 'roof', promptTxt: '瓦屋面' } },
};

const samples = fileURLToPath(new URL('../../user-app/public/samples', import.meta.url));
let folder: string;
let host: ModelHost;
let engine: RenderEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ways-'));
  const cacheFolder = path.join(folder, 'cache');
  await createVariantCache(cacheFolder);
  host = await createModelHost({ passMs: 20_000 });
  const { address } = host;
  engine = createEmbeddedEngine({ threads: 1, cacheFolder, models: () => ({ address, slots: {} }) });
});
afterAll(async () => {
  await engine.close();
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

let runs = 0;

/** Words of the refusal that a run ends with; undefined where it ends well. */
async function refusalIn(tool: DefinedTool, base: string, given: Record<string, unknown> = {}) {
  const key = `run-${++runs}`;
  const outputDir = await mkdtemp(path.join(folder, 'run-'));
  const picture = await pictureOf(base);
  const params: Record<string, unknown> = { ...completeParams(tool, 'base'), ...('num' in tool.fields && { num: 1 }) };
  for (const name of pictureFieldsOf(tool)) {
    const { editor, isRequired } = tool.fields[name]!;
    if (editor === 'mask') params[name] = isRequired ? 'mask' : undefined;
    else if (name !== 'upload_img') params[name] = isRequired ? 'base' : undefined;
  }
  const request = {
    ...{ key, tool: tool.id, seed: 1, outputDir },
    params: tool.params.parse({ ...params, ...given }),
    pictures: { base: picture, mask: await maskFor(picture) },
  };
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  try {
    await engine.watch(await engine.start(request), listener, request);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function pictureOf(name: string): Promise<RenderPicture> {
  const file = path.join(folder, `${name.replace('/', '-')}.png`);
  const given = name === 'rendered plan' ? Buffer.from(renderedPlan()) : path.join(samples, name);
  const { width, height } = await sharp(given).resize({ width: 1024 }).toColourspace('srgb').png().toFile(file);
  return { file, width, height, format: 'png' };
}

/** White paper round a flat that was rendered: boards in half tones from wall to wall. */
function renderedPlan(): string {
  const boards = Array.from({ length: 60 }, (_, i) => {
    const grey = 110 + ((i * 29) % 12) * 9;
    const [x, y] = [200 + (i % 10) * 60, 150 + Math.floor(i / 10) * 80];
    return `<rect x="${x}" y="${y}" width="60" height="80" fill="url(#g)" opacity="0.${(i % 5) + 4}" stroke="rgb(${grey},${grey},${grey})" stroke-width="9"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="768"><defs><linearGradient id="g" spreadMethod="repeat" x2="0.2">
    <stop offset="0" stop-color="#777"/><stop offset="1" stop-color="#ccc"/></linearGradient></defs>
    <rect width="1024" height="768" fill="#fff"/>${boards.join('')}</svg>`;
}

/** A small part below the middle. */
async function maskFor({ width, height }: RenderPicture): Promise<RenderPicture> {
  const file = path.join(folder, `mask-${width}x${height}.png`);
  const side = Math.round(width / 10);
  const part = { create: { width: side, height: side, channels: 3 as const, background: '#fff' } };
  await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: part, left: Math.round(width / 2), top: Math.round(height * 0.6) }])
    .toColourspace('b-w')
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' };
}

/** A refusal's words with any details. */
function patternOf(name: RefusalName): RegExp {
  const words = refusalSentences[name].replace(/\{(\w+)\}/g, (_, id: string) => `「${toolById(id)?.title}」`);
  const escaped = words.replace(/[()（）?.*+^$|]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\[\w+\]/g, '.+')}$`);
}

describe.each(Object.entries(causes) as [RefusalName, Refused][])('the refusal %s', (name, { tool, base, given }) => {
  it('is what its picture is refused with', async () => {
    expect(await refusalIn(toolById(tool)!, base, given)).toMatch(patternOf(name));
  });

  it.each(waysOf(name))('sends people to %s, which takes the same picture', async (way) => {
    const tool = toolById(way)!;
    expect(await refusalIn(tool, base, { ...('promptTxt' in tool.fields && { promptTxt: '瓦屋面' }) })).toBeUndefined();
  });
});
