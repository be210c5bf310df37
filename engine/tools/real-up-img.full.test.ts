import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { realUpImg as definition } from '#shared/tools/enhance';
import { JobRefused } from '../base/job.ts';
import { resamplePlane } from '../base/resample.ts';
import { realUpImg } from './real-up-img.ts';

// Runs write to the same path, and the cache would return the picture of an earlier run.
sharp.cache(false);

const folder = await mkdtemp(path.join(tmpdir(), 'real-up-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const samples = fileURLToPath(new URL('../../user-app/public/samples/', import.meta.url));

async function save(name: string, picture: Sharp) {
  const file = path.join(folder, `${name}.png`);
  const { width, height } = await picture.png().toFile(file);
  return { file, width, height, format: 'png' as const };
}

async function enlarge(picture: Awaited<ReturnType<typeof save>>, params: Record<string, unknown> = {}, seed = 3) {
  const result = await realUpImg.run({
    params: definition.params.parse({ upload_img: 'p', ...params }),
    pictures: { p: picture },
    seed,
    outputDir: folder,
    onProgress: () => undefined,
  });
  const output = result.outputs[0]!;
  return { output, data: await sharp(output.file).raw().toBuffer() };
}

function decibels(one: Uint8Array, other: Uint8Array): number {
  let error = 0;
  for (let i = 0; i < one.length; i++) error += (one[i]! - other[i]!) ** 2;
  return 10 * Math.log10((255 ** 2 * one.length) / error);
}

/** Mean step between neighbours in a row, grey levels: how rough a picture is. */
function roughness(rgb: Buffer): number {
  let sum = 0;
  for (let i = 3; i < rgb.length; i += 3) sum += Math.abs(rgb[i]! - rgb[i - 3]!);
  return sum / (rgb.length / 3);
}

async function villa() {
  const original = sharp(path.join(samples, 'villa-day.jpg')).extract({ left: 420, top: 440, width: 320, height: 240 });
  const truth = await original.raw().toBuffer();
  const half = await save(
    'villa',
    sharp(truth, { raw: { width: 320, height: 240, channels: 3 } }).resize(160, 120, { kernel: 'lanczos3' }),
  );
  return { truth, half };
}

describe('an enlargement with detail', () => {
  it('is closer to the original than a Lanczos enlargement of the half', async () => {
    const { truth, half } = await villa();
    const small = await sharp(half.file).raw().toBuffer();
    const peer = new Uint8ClampedArray(truth.length);
    for (let channel = 0; channel < 3; channel++) {
      const plane = Float32Array.from({ length: 160 * 120 }, (_, i) => small[i * 3 + channel]!);
      const large = resamplePlane(plane, { width: 160, height: 120 }, { width: 320, height: 240 });
      large.forEach((level, i) => {
        peer[i * 3 + channel] = level;
      });
    }
    const { output, data } = await enlarge(half);
    expect(output).toMatchObject({ width: 320, height: 240, format: 'png' });
    const lanczos = decibels(new Uint8Array(peer.buffer), truth);
    expect(decibels(data, truth)).toBeGreaterThan(lanczos);
    const free = await enlarge(half, { creativity: 80, similarity: 40, detail: 80 });
    expect(decibels(free.data, truth)).toBeGreaterThan(lanczos - 1.5);
  });

  it('gives rough surfaces grain, more with more creativity, and even ones none', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 7 };
    const plaster = await save(
      'plaster',
      sharp({ create: { width: 120, height: 90, channels: 3, background: '#808080', noise } }),
    );
    const roughnessAt = async (creativity: number) =>
      roughness((await enlarge(plaster, { creativity, detail: 0, similarity: 50 })).data);
    const [none, much] = [await roughnessAt(0), await roughnessAt(100)];
    expect(much).toBeGreaterThan(none * 1.15);
    const even = await save('even', sharp({ create: { width: 120, height: 90, channels: 3, background: '#8090a0' } }));
    expect(roughness((await enlarge(even, { creativity: 100, similarity: 0, detail: 100 })).data)).toBe(0);
  });

  it('lifts more detail when asked, but never farther than the likeness allows', async () => {
    const { half } = await villa();
    const plain = await enlarge(half, { detail: 0, creativity: 0, similarity: 100 });
    const lifted = await enlarge(half, { detail: 100, creativity: 0, similarity: 60 });
    expect(roughness(lifted.data)).toBeGreaterThan(roughness(plain.data));
    const farthest = async (similarity: number) => {
      const { data } = await enlarge(half, { detail: 100, creativity: 100, similarity });
      return data.reduce((most, level, i) => Math.max(most, Math.abs(level - plain.data[i]!)), 0);
    };
    expect(await farthest(100)).toBeLessThanOrEqual(Math.ceil(0.04 * 255) + 1);
    expect(await farthest(0)).toBeGreaterThan(20);
  });

  it('keeps a drawing free of grain and of halos', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90"><rect width="120" height="90" fill="#fff"/><path d="M10 12H100V70H30Z" fill="none" stroke="#000" stroke-width="2"/></svg>`;
    const drawing = await save('drawing', sharp(Buffer.from(svg)).removeAlpha());
    const { data } = await enlarge(drawing, { target: 'drawing', scale: 4, creativity: 100, detail: 100 });
    let touched = 0;
    for (let y = 300; y < 360; y++) for (let x = 0; x < 480; x++) if (data[(y * 480 + x) * 3] !== 255) touched++;
    expect(touched).toBe(0);
  });

  it('listens to the words of the description', async () => {
    const { half } = await villa();
    const soft = await enlarge(half, { promptTxt: '柔和光滑' });
    const sharpened = await enlarge(half, { promptTxt: '锐利的砖墙纹理' });
    expect(roughness(sharpened.data)).toBeGreaterThan(roughness(soft.data));
  });

  it('leaves no seam between the strips it works in, and repeats itself for its seed', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
    // At this width the first strip ends at source row 250.
    const tall = await save(
      'tall',
      sharp({ create: { width: 750, height: 300, channels: 3, background: '#808080', noise } }),
    );
    const params = { scale: 4, creativity: 60, detail: 60 };
    const { data } = await enlarge(tall, params);
    const part = await save('part', sharp(tall.file).extract({ left: 0, top: 0, width: 750, height: 245 }));
    const alone = await enlarge(part, params);
    expect(alone.data.subarray(0, 3000 * 3 * 800).equals(data.subarray(0, 3000 * 3 * 800))).toBe(true);
    const stepAt = (row: number) => {
      let sum = 0;
      for (let i = 0; i < 3000; i++) sum += Math.abs(data[(row * 3000 + i) * 3]! - data[((row - 1) * 3000 + i) * 3]!);
      return sum / 3000;
    };
    const steps = Array.from({ length: 80 }, (_, i) => stepAt(960 + i));
    expect(stepAt(1000)).toBeLessThan(Math.max(...steps.filter((_, i) => i !== 40)) * 1.1);
    const small = await save('small', sharp(tall.file).extract({ left: 0, top: 0, width: 100, height: 80 }));
    const [one, same, other] = [await enlarge(small), await enlarge(small), await enlarge(small, {}, 4)];
    expect(same.data.equals(one.data)).toBe(true);
    expect(other.data.equals(one.data)).toBe(false);
  });

  it('refuses a result beyond 8192 pixels', async () => {
    const wide = { file: 'none', width: 2100, height: 100, format: 'png' as const };
    await expect(enlarge(wide, { scale: 4 })).rejects.toThrow(JobRefused);
  });
});
