import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import { lockImg as indoorDefinition } from '#shared/tools/indoor';
import { lockImgOut as definition } from '#shared/tools/outdoor';
import { lockImg } from './lock-img.ts';
import { lockImgOut } from './lock-img-out.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 400;
const height = 280;

async function draw(name: string, content: string) {
  const file = path.join(folder, `${name}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  await sharp(Buffer.from(svg)).removeAlpha().png().toFile(file);
  return { file, width, height, format: 'png' as const };
}

const house = await draw(
  'house',
  `<rect width="400" height="280" fill="#7fb2e6"/><rect y="210" width="400" height="70" fill="#8a8883"/>
   <rect x="90" y="70" width="220" height="150" fill="#b5764f"/><rect x="200" y="70" width="110" height="150" fill="#8d5a3b"/>`,
);
const sunset = await draw('sunset', '<rect width="400" height="280" fill="#e0603a"/>');
const forbidden = await draw(
  'forbidden',
  '<rect width="400" height="280"/><rect x="100" y="80" width="60" height="60" fill="#fff"/>',
);

async function read(file: string): Promise<Uint8Array> {
  return sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
}
const before = await read(house.file);

async function lock(tool: typeof lockImgOut, params: Record<string, unknown>) {
  const defaults = defaultsOf(tool === lockImg ? indoorDefinition : definition);
  const result = await tool.run({
    params: { ...defaults, upload_img: 'house', ...params },
    pictures: { house, sunset, forbidden },
    seed: 5,
    outputDir: await mkdtemp(path.join(folder, 'out-')),
    onProgress: () => undefined,
  });
  return { facts: result.facts, pictures: await Promise.all(result.outputs.map((output) => read(output.file))) };
}

const at = (x: number, y: number) => (y * width + x) * 3;

describe('relighting with materials locked', () => {
  it('keeps the hue and chroma of every material at full keeping', async () => {
    const { facts, pictures } = await lock(lockImg, { keepStrength: 1, lightStrength: 100, atmosphere: 'dusk' });
    expect(facts?.chromaShift).toBeLessThan(1);
    expect(Buffer.compare(Buffer.from(pictures[0]!), Buffer.from(before))).not.toBe(0);
  });

  it('moves chroma further the less is kept', async () => {
    const strict = await lock(lockImg, { keepStrength: 0.95, lightStrength: 80, atmosphere: 'dusk' });
    const loose = await lock(lockImg, { keepStrength: 0.5, lightStrength: 80, atmosphere: 'dusk' });
    expect(Number(loose.facts?.chromaShift)).toBeGreaterThan(Number(strict.facts?.chromaShift) * 2);
  });

  it('leaves the forbidden area byte for byte as it was', async () => {
    const { facts, pictures } = await lock(lockImgOut, {
      protect_mask: 'forbidden',
      sky: 'night',
      atmosphere: 'night',
      num: 2,
    });
    expect(facts?.changedPixelsOutside).toBe(0);
    for (const picture of pictures) {
      for (let y = 82; y < 138; y++) {
        for (let x = 102; x < 158; x++) {
          expect(picture[at(x, y)]).toBe(before[at(x, y)]);
        }
      }
      expect(picture[at(250, 150)]).toBeLessThan(before[at(250, 150)]!);
    }
    expect(Buffer.compare(Buffer.from(pictures[0]!), Buffer.from(pictures[1]!))).not.toBe(0);
  });

  it('lays an uploaded sky behind the building', async () => {
    const { pictures } = await lock(lockImgOut, { sky: 'upload', sky_img: 'sunset' });
    const i = at(40, 30);
    expect([...pictures[0]!.subarray(i, i + 3)]).toEqual([224, 96, 58]);
    const wall = at(140, 150);
    expect(pictures[0]![wall]!).toBeGreaterThan(pictures[0]![wall + 2]!);
  });
});
