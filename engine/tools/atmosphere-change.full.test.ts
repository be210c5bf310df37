import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import { atmosphereChange as definition } from '#shared/tools/outdoor';
import { UnsuitablePicture } from '../base/job.ts';
import { atmosphereChange } from './atmosphere-change.ts';
import { checkSuitability, unsuitableReason } from './suitability.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'atmosphere-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 480;
const height = 320;
/** Panes of the drawn house: x, y, width, height. */
const panes = [
  [150, 130, 40, 50],
  [220, 130, 40, 50],
  [290, 130, 40, 50],
] as const;
const street = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4f8fd6"/><stop offset="1" stop-color="#a9cdee"/></linearGradient></defs>
  <rect width="${width}" height="${height}" fill="url(#sky)"/>
  <rect y="240" width="${width}" height="80" fill="#8f8d89"/>
  <rect x="120" y="90" width="240" height="160" fill="#cdbfae"/>
  <circle cx="420" cy="215" r="38" fill="#5d8a37"/>
  ${panes.map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#2b333b"/>`).join('')}
</svg>`;
const file = path.join(folder, 'street.png');
await sharp(Buffer.from(street)).png().toFile(file);
const before = await read(file);

async function read(picture: string): Promise<Uint8Array> {
  return sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer();
}

async function change(params: Record<string, unknown>, seed = 3, masks: Record<string, string> = {}) {
  const result = await atmosphereChange.run({
    params: { ...defaultsOf(definition), upload_img: 'street', time: 'none', ...params },
    pictures: Object.fromEntries(
      Object.entries({ street: file, ...masks }).map(([id, file]) => [id, { file, width, height, format: 'png' }]),
    ),
    seed,
    outputDir: await mkdtemp(path.join(folder, 'out-')),
    onProgress: () => undefined,
  });
  const pictures = await Promise.all(result.outputs.map((output) => read(output.file)));
  return { pictures, facts: result.facts };
}

function meanOf(rgb: Uint8Array, [left, top, across, down]: readonly [number, number, number, number]) {
  const sums = [0, 0, 0];
  for (let y = top; y < top + down; y++) {
    for (let x = left; x < left + across; x++) {
      for (let channel = 0; channel < 3; channel++) sums[channel]! += rgb[(y * width + x) * 3 + channel]!;
    }
  }
  return sums.map((sum) => sum / (across * down)) as [number, number, number];
}

const wall = [125, 200, 200, 30] as const;
const upperSky = [10, 5, 100, 40] as const;
const lawn = [405, 200, 30, 30] as const;

const night = path.join(folder, 'night.png');
await sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#040405"/><rect y="250" width="${width}" height="70" fill="#1c1a17"/>
  <rect x="120" y="90" width="240" height="160" fill="#2c2823"/>
  ${panes.map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#e8b064"/>`).join('')}
</svg>`),
)
  .png()
  .toFile(night);

describe('a picture taken at night', () => {
  it('is refused for daylight and snow, before the start too', async () => {
    const { misfits } = await checkSuitability('atmosphereChange', { file: night, width, height, format: 'png' }, {});
    for (const params of [{ time: 'noon' }, { time: 'dusk', weather: 'rain' }, { weather: 'snow' }]) {
      await expect(change(params, 3, { street: night })).rejects.toThrow(UnsuitablePicture);
      expect(unsuitableReason('atmosphereChange', { time: 'none', weather: 'none', ...params }, misfits)).toContain(
        '夜景',
      );
    }
    expect(unsuitableReason('atmosphereChange', { time: 'night', weather: 'rain' }, misfits)).toBeUndefined();
  });

  it('keeps its lamps as they are when only sky and air change', async () => {
    const { pictures } = await change({ time: 'blueHour', weather: 'overcast' }, 3, { street: night });
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) {
      const [x, y, w, h] = panes[0];
      const [red, green, blue] = meanOf(picture, [x + 5, y + 5, w - 10, h - 10]);
      expect(Math.abs(red - 0xe8)).toBeLessThan(12);
      expect(Math.abs(green - 0xb0)).toBeLessThan(12);
      expect(Math.abs(blue - 0x64)).toBeLessThan(12);
    }
  });
});

describe('changing the mood of a street', () => {
  it('turns day into night: dark sky, dark wall, lit panes', async () => {
    const { pictures, facts } = await change({ time: 'night' });
    const night = pictures[0]!;
    expect(Math.max(...meanOf(night, upperSky))).toBeLessThan(60);
    expect(meanOf(night, wall)[1]).toBeLessThan(meanOf(before, wall)[1] * 0.6);
    expect(facts?.windowCount).toBe(3);
    const brightest = Math.max(...panes.map(([x, y, w, h]) => meanOf(night, [x + 5, y + 5, w - 10, h - 10])[0]));
    expect(brightest).toBeGreaterThan(120);
  });

  it('leaves the panes dark when lights are not switched on', async () => {
    const { pictures } = await change({ time: 'night', areLightsAutomatic: false });
    const brightest = Math.max(...panes.map((pane) => meanOf(pictures[0]!, pane)[0]));
    expect(brightest).toBeLessThan(40);
  });

  it('makes one picture for every chosen mood', async () => {
    const { pictures } = await change({ time: 'dusk', weather: 'rain', season: 'autumn', tone: 'coldBlue' });
    expect(pictures).toHaveLength(4);
    const skies = pictures.map((picture) => meanOf(picture, upperSky).map(Math.round).join());
    expect(new Set(skies).size).toBeGreaterThan(2);
  });

  it('recolours only plants in autumn', async () => {
    const { pictures } = await change({ season: 'autumn' });
    const [red, green] = meanOf(pictures[0]!, lawn);
    expect(red).toBeGreaterThan(green);
    expect(meanOf(pictures[0]!, wall)).toEqual(meanOf(before, wall));
    expect(meanOf(pictures[0]!, upperSky)).toEqual(meanOf(before, upperSky));
  });

  it('changes nothing at strength 0', async () => {
    const { pictures } = await change({ time: 'dusk', weather: 'fog', tone: 'film', strength: 0 });
    for (const picture of pictures) {
      let largest = 0;
      for (let i = 0; i < picture.length; i++) largest = Math.max(largest, Math.abs(picture[i]! - before[i]!));
      expect(largest).toBeLessThanOrEqual(1);
    }
  });

  it('keeps the sky blue when it may not be changed, and gives the same bytes for the same seed', async () => {
    const once = await change({ time: 'dusk', isSkyChanged: false });
    const [red, , blue] = meanOf(once.pictures[0]!, upperSky);
    expect(blue).toBeGreaterThan(red);
    const again = await change({ time: 'dusk', isSkyChanged: false });
    expect(Buffer.compare(Buffer.from(once.pictures[0]!), Buffer.from(again.pictures[0]!))).toBe(0);
    const other = await change({ time: 'dusk' }, 4);
    expect(Buffer.compare(Buffer.from(once.pictures[0]!), Buffer.from(other.pictures[0]!))).not.toBe(0);
  });

  it('lights the windows the user painted and no others', async () => {
    const [left, , right] = panes;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%"
      height="100%"/><rect x="${left[0]}" y="${left[1]}" width="${left[2]}" height="${left[3]}" fill="#fff"/></svg>`;
    const mask = path.join(folder, 'windows.png');
    await sharp(Buffer.from(svg)).flatten().toColourspace('b-w').png().toFile(mask);
    const { pictures, facts } = await change({ time: 'night', windowMask: 'windows' }, 5, { windows: mask });
    expect(facts?.windowCount).toBe(1);
    expect(meanOf(pictures[0]!, right)[0]).toBeLessThan(meanOf(pictures[0]!, left)[0]);
    const none = path.join(folder, 'none.png');
    await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .toColourspace('b-w')
      .png()
      .toFile(none);
    const dark = await change({ time: 'night', windowMask: 'none', skyMask: 'none' }, 5, { none });
    expect(dark.facts).toMatchObject({ windowCount: 0, skyShare: 0 });
    expect(meanOf(dark.pictures[0]!, left)[0]).toBeLessThan(40);
  });
});
