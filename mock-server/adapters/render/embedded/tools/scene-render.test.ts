import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import { architecturalRender as definition } from '#shared/tools/outdoor';
import { RenderRefused } from '../../port.ts';
import { architecturalPart, architecturalRender } from './scene-render.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'scene-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 400;
const height = 280;
const house = (sky: string, ground: string, wall: string, side: string, line = 'none') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="400" height="280" fill="${sky}"/>
   <rect y="210" width="400" height="70" fill="${ground}"/><g stroke="${line}" stroke-width="2">
   <rect x="90" y="70" width="120" height="150" fill="${wall}"/><rect x="210" y="70" width="100" height="150" fill="${side}"/></g></svg>`;

async function picture(name: string, svg: string) {
  const file = path.join(folder, `${name}.png`);
  await sharp(Buffer.from(svg)).removeAlpha().png().toFile(file);
  return { file, width, height, format: 'png' as const };
}
const pictures = {
  photo: await picture('photo', house('#7fb2e6', '#8a8883', '#b5764f', '#8d5a3b')),
  model: await picture('model', house('#b6b8bb', '#d6d6d6', '#e6e6e6', '#c4c4c4')),
  lines: await picture('lines', house('#ffffff', '#ffffff', '#ffffff', '#ffffff', '#000000')),
};

async function render(base: keyof typeof pictures, params: Record<string, unknown> = {}, tool = architecturalRender) {
  const result = await tool.run({
    params: {
      ...defaultsOf(definition),
      upload_img: base,
      classifyId2: '101',
      people: 'none',
      vehicles: 'none',
      num: 1,
      ...params,
    },
    pictures,
    seed: 2,
    outputDir: await mkdtemp(path.join(folder, 'out-')),
    onProgress: () => undefined,
  });
  const read = (file: string) => sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
  return { ...result, bytes: await Promise.all(result.outputs.map((output) => read(output.file))) };
}

describe('rendering a base picture', () => {
  it('tells photos, white models and line drawings apart', async () => {
    expect((await render('photo')).facts?.inputKind).toBe('shaded');
    expect((await render('model')).facts?.inputKind).toBe('whiteModel');
    expect((await render('lines')).facts?.inputKind).toBe('lines');
  });

  it('gives a white model a sky, coloured walls and its own shading', async () => {
    const { bytes } = await render('model', { classifyId3: '10107', atmosphere: 'noon' });
    const at = (x: number, y: number) => [...bytes[0]!.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
    const [skyRed, , skyBlue] = at(30, 20);
    expect(skyBlue).toBeGreaterThan(skyRed! + 20);
    const [red, , blue] = at(150, 150);
    expect(red).toBeGreaterThan(blue! + 20);
  });

  it('makes outputs that differ, and the same ones again for the same seed', async () => {
    const once = await render('model', { num: 2 });
    expect(Buffer.compare(once.bytes[0]!, once.bytes[1]!)).not.toBe(0);
    const again = await render('model', { num: 2 });
    expect(Buffer.compare(once.bytes[1]!, again.bytes[1]!)).toBe(0);
  });

  it('cuts to the shape asked for', async () => {
    const [output] = (await render('photo', { ratio: '1:1' })).outputs;
    expect([output!.width, output!.height]).toEqual([280, 280]);
  });

  it('renders only the framed part and refuses a frame without room', async () => {
    const crop = [
      { x: 80, y: 60 },
      { x: 320, y: 230 },
    ];
    const [output] = (await render('photo', { crop }, architecturalPart)).outputs;
    expect([output!.width, output!.height]).toEqual([240, 170]);
    const tiny = [
      { x: 80, y: 60 },
      { x: 90, y: 70 },
    ];
    await expect(render('photo', { crop: tiny }, architecturalPart)).rejects.toThrow(RenderRefused);
  });
});
