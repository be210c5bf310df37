import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import { ailive as definition } from '#shared/tools/outdoor';
import { drawLive, type LiveParams } from '../kernels/live/live-picture.ts';
import { ailive } from './ailive.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'ailive-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A brick house with a glass window on a lawn under a painted sky; 512×384. */
const house = `<rect width="512" height="384" fill="#fff"/><rect width="512" height="250" fill="#8fc3f0"/>
  <rect y="250" width="512" height="134" fill="#8dbb57"/><rect x="160" y="130" width="190" height="160" fill="#b0503c"/>
  <rect x="200" y="170" width="50" height="50" fill="#9fd6dc"/><circle cx="430" cy="240" r="46" fill="#3f7a3a"/>`;

async function pixelsOf(content: string, { width = 512, height = 384 } = {}) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 384" width="${width}" height="${height}">${content}</svg>`;
  return { width, height, rgb: new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()) };
}

const drawn = new Map<string, ReturnType<typeof drawAnew>>();

/** A live picture, the same one for every story that asks for the same. */
function draw(content: string, params: Partial<LiveParams> = {}) {
  const key = JSON.stringify([content, params]);
  const known = drawn.get(key) ?? drawAnew(content, params);
  drawn.set(key, known);
  return known;
}

async function drawAnew(content: string, params: Partial<LiveParams> = {}) {
  const { width, height, rgb } = await pixelsOf(content);
  return drawLive({ width, height, rgb }, { similarity: 60, ...params }, 7);
}

/** Mean colour of a box, 0–255. */
function mean(rgb: Uint8Array, left: number, top: number, side: number, width = 512): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) {
      for (let channel = 0; channel < 3; channel++) sum[channel]! += rgb[(y * width + x) * 3 + channel]!;
    }
  }
  return sum.map((value) => value / (side * side)) as [number, number, number];
}

/** Mean difference of two pictures over the pixels that a test names, levels of 255. */
function difference(one: Uint8Array, other: Uint8Array, isMeant: (x: number, y: number) => boolean): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < one.length / 3; i++) {
    if (!isMeant(i % 512, (i / 512) | 0)) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) sum += Math.abs(one[at]! - other[at]!);
    count += 3;
  }
  return sum / count;
}

describe('a live picture', () => {
  it('gives every stroke the material it means', async () => {
    const picture = await draw(house);
    const [red, , blue] = mean(picture, 265, 240, 30);
    expect(red).toBeGreaterThan(blue * 1.35);
    const lawn = mean(picture, 40, 320, 40);
    expect(lawn[1]).toBeGreaterThan(lawn[0] * 1.1);
    expect(lawn[1]).toBeGreaterThan(lawn[2] * 1.4);
    const sky = mean(picture, 20, 60, 60);
    expect(sky[2]).toBeGreaterThan(sky[0]);
    const crown = mean(picture, 415, 225, 30);
    expect(crown[1]).toBeGreaterThan(crown[2] * 1.3);
    // Leaves have light and shade; the stroke they came from was of one colour.
    let spread = 0;
    for (let x = 400; x < 460; x++) spread += Math.abs(picture[(240 * 512 + x) * 3 + 1]! - crown[1]);
    expect(spread / 60).toBeGreaterThan(12);
  });

  it('throws the shadow of the house on the lawn to its right', async () => {
    const picture = await draw(house);
    const [shaded] = mean(picture, 360, 296, 6);
    const [lit] = mean(picture, 100, 296, 6);
    expect(shaded).toBeLessThan(lit * 0.75);
  });

  it('mirrors what stands behind the water', async () => {
    const pond = `${house}<rect y="300" width="512" height="84" fill="#2f7f9f"/>`;
    const water = await draw(pond);
    const [redUnderHouse, , blueUnderHouse] = mean(water, 270, 306, 14);
    const [redBeside, , blueBeside] = mean(water, 60, 350, 14);
    expect(redUnderHouse / blueUnderHouse).toBeGreaterThan((redBeside / blueBeside) * 1.15);
  });

  it('follows the words: night is dark with lit windows, snow is white', async () => {
    const night = await draw(house, { promptTxt: '夜景' });
    const day = await draw(house);
    expect(mean(night, 20, 60, 60)[2]).toBeLessThan(mean(day, 20, 60, 60)[2] * 0.4);
    const [snow] = mean(await draw(house, { promptTxt: '大雪' }), 40, 320, 40);
    expect(snow).toBeGreaterThan(mean(day, 40, 320, 40)[0] * 1.4);
    const windows = house.replace('#9fd6dc', '#ffd34d');
    const [red, , blue] = mean(await draw(windows, { promptTxt: '夜景' }), 208, 178, 34);
    expect(red).toBeGreaterThan(150);
    expect(blue).toBeLessThan(red * 0.75);
  });

  it('is the same for the same canvas and stands still where nothing was drawn', async () => {
    const before = await draw(house);
    expect(Buffer.compare(await drawAnew(house), before)).toBe(0);
    const after = await draw(`${house}<circle cx="90" cy="262" r="14" fill="#3f7a3a"/>`);
    expect(difference(before, after, (x, y) => Math.hypot(x - 90, y - 262) < 12)).toBeGreaterThan(8);
    expect(difference(before, after, (x, y) => x > 190 || y < 200)).toBeLessThan(0.5);
  });

  it('keeps dark lines and colours the more strictly, the higher the similarity', async () => {
    const lined = `${house}<path d="M60 60H450" stroke="#111" stroke-width="4"/>`;
    const [loose] = mean(await draw(lined, { similarity: 10 }), 100, 59, 2);
    const [strict] = mean(await draw(lined, { similarity: 100 }), 100, 59, 2);
    expect(strict).toBeLessThan(loose * 0.6);
  });

  it('makes a landscape of an empty canvas', async () => {
    const picture = await draw('<rect width="512" height="384" fill="#fff"/>');
    const [skyRed, , skyBlue] = mean(picture, 200, 40, 60);
    const [groundRed, groundGreen, groundBlue] = mean(picture, 200, 320, 40);
    expect(skyBlue).toBeGreaterThan(skyRed);
    expect(groundGreen).toBeGreaterThan(Math.max(groundRed, groundBlue));
  });

  it('keeps the structure of a photo and changes its light', async () => {
    const source = await sharp('user-app/public/samples/villa-day.jpg')
      .resize(512, 384, { fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer();
    const rgb = new Uint8Array(source);
    const size = { width: 512, height: 384 };
    const same = drawLive({ ...size, rgb }, { similarity: 100 }, 7);
    expect(difference(same, rgb, () => true)).toBeLessThan(24);
    const dusk = drawLive({ ...size, rgb }, { similarity: 100, promptTxt: '黄昏' }, 7);
    expect(difference(dusk, rgb, () => true)).toBeGreaterThan(25);
  });
});

describe('the tool', () => {
  it('keeps a canvas of 1024 pixels as the picture that was seen at 512', async () => {
    const file = path.join(folder, 'canvas.png');
    const { rgb, width, height } = await pixelsOf(house, { width: 1024, height: 768 });
    await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png()
      .toFile(file);
    const { outputs, facts } = await ailive.run({
      params: { ...defaultsOf(definition), upload_img: 'canvas' },
      pictures: { canvas: { file, width, height, format: 'png' } },
      seed: 7,
      outputDir: folder,
      onProgress: () => undefined,
    });
    expect(outputs).toEqual([expect.objectContaining({ width, height, format: 'png' })]);
    expect(facts).toEqual({});
    const small = await sharp(outputs[0]!.file).resize(64, 48).removeAlpha().raw().toBuffer();
    const seen = await sharp(await draw(house), { raw: { width: 512, height: 384, channels: 3 } })
      .resize(64, 48)
      .raw()
      .toBuffer();
    let sum = 0;
    for (let at = 0; at < small.length; at++) sum += Math.abs(small[at]! - seen[at]!);
    expect(sum / small.length).toBeLessThan(12);
  });
});
