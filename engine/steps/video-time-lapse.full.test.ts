import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { labPlanes } from '../base/colour.ts';
import { JobRefused } from '../base/job.ts';
import { findPanes } from '../kernels/light/atmosphere-panes.ts';
import { findPlants } from '../kernels/light/atmosphere-plants.ts';
import { sceneMasks } from '../kernels/segment/scene-masks.ts';
import { type Frame, frameFromRgb, makeFrame, rgbFromFrame } from '../kernels/video/i420.ts';
import { makeTimeLapse, type TimeLapseName } from './video-time-lapse.ts';

const size = { width: 320, height: 200 };
const house = [80, 60, 160, 100] as const;
const wall = [85, 135, 120, 20] as const;
const upperSky = [10, 5, 60, 25] as const;
const lawn = [275, 140, 20, 20] as const;
const panes = [0, 1, 2].map((at) => [100 + at * 48, 80, 26, 32] as const);
const street = await draw(
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4f8fd6"/><stop offset="1" stop-color="#a9cdee"/></linearGradient></defs>
  <rect width="320" height="200" fill="url(#sky)"/><rect y="155" width="320" height="45" fill="#8f8d89"/>
  <rect x="80" y="60" width="160" height="100" fill="#cdbfae"/><circle cx="285" cy="145" r="26" fill="#5d8a37"/>
  ${panes.map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#2b333b"/>`).join('')}`,
);

async function draw(svg: string): Promise<Uint8Array> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${svg}</svg>`;
  return sharp(Buffer.from(whole)).removeAlpha().raw().toBuffer();
}

function findLayers(rgb: Uint8Array) {
  const lab = labPlanes(rgb);
  const masks = sceneMasks(rgb, size, lab);
  return { ...masks, window: findPanes(lab, size, masks, findPlants(lab, size)) };
}
const streetLayers = findLayers(street);

function lapseOf(name: TimeLapseName, rgb = street, seed = 3) {
  const layers = rgb === street ? streetLayers : findLayers(rgb);
  return makeTimeLapse(name, { rgb, size, layers, seed }, () => undefined);
}

/** The frame is drawn over by the next one, so its picture is taken at once. */
function pictures(name: TimeLapseName, ...moments: number[]): Uint8Array[] {
  const lapse = lapseOf(name);
  return moments.map((progress) => rgbFromFrame(lapse.stillAt(progress)));
}

function meanOf(rgb: Uint8Array, [left, top, across, down]: readonly [number, number, number, number]) {
  const sums: [number, number, number] = [0, 0, 0];
  for (let y = top; y < top + down; y++) {
    for (let x = left; x < left + across; x++) {
      for (const channel of [0, 1, 2] as const) sums[channel] += rgb[(y * size.width + x) * 3 + channel]!;
    }
  }
  return sums.map((sum) => sum / (across * down)) as [number, number, number];
}

/** Column of the steepest step along a row within a range. */
function edgeAt({ planes }: Frame, row: number, from: number, to: number): number {
  const { samples, width } = planes[0]!;
  let best = from;
  let steepest = 0;
  for (let x = from; x < to; x++) {
    const step = Math.abs(samples[row * width + x]! - samples[row * width + x - 1]!);
    if (step > steepest) [steepest, best] = [step, x];
  }
  return best;
}

describe('a still in changing light', () => {
  it('goes from the picture as it is into a blue and dark night with lit windows', () => {
    const [first, dusk, last] = pictures('dayToNight', 0, 0.4, 1) as [Uint8Array, Uint8Array, Uint8Array];
    const plain = rgbFromFrame(frameFromRgb(street, size));
    expect(first.filter((value, at) => Math.abs(value - plain[at]!) > 3)).toHaveLength(0);
    expect(meanOf(last, wall)[1]).toBeLessThan(meanOf(dusk, wall)[1]);
    expect(meanOf(dusk, wall)[1]).toBeLessThan(meanOf(first, wall)[1]);
    const [red, , blue] = meanOf(last, upperSky);
    expect(Math.max(red, blue)).toBeLessThan(60);
    expect(blue).toBeGreaterThan(red * 1.3);
    const lit = panes.map((pane) => meanOf(last, pane)[0]);
    expect(Math.max(...lit)).toBeGreaterThan(120);
  });

  it('lights one window after another', () => {
    const moments = Array.from({ length: 41 }, (_, at) => at / 40);
    const films = pictures('dayToNight', ...moments);
    const litAt = panes.map((pane) =>
      films.findIndex((picture) => meanOf(picture, pane)[0] > meanOf(picture, wall)[0]),
    );
    expect(new Set(litAt.filter((at) => at > 0)).size).toBeGreaterThan(1);
  });

  it('keeps every edge where it was', () => {
    for (const name of ['dayToNight', 'sunToRain', 'seasons'] as const) {
      const lapse = lapseOf(name);
      for (const progress of [0, 0.25, 1]) {
        const still = lapse.stillAt(progress);
        // Before the sky an edge is as soft as the mask that was found.
        expect(Math.abs(edgeAt(still, 145, 70, 95) - house[0]), `${name} ${progress}`).toBeLessThanOrEqual(2);
        for (const [x, y, w, h] of panes) {
          const row = y + h / 2;
          expect(Math.abs(edgeAt(still, row, x - 9, x + 9) - x), `${name} ${progress}`).toBeLessThanOrEqual(1);
          const right = x + w;
          expect(Math.abs(edgeAt(still, row, right - 9, right + 9) - right)).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it('runs backwards from the night to the picture as it is', () => {
    const [night, day] = pictures('nightToDay', 0, 1) as [Uint8Array, Uint8Array];
    expect(meanOf(night, upperSky)[2]).toBeLessThan(70);
    for (const [at, value] of meanOf(day, wall).entries()) expect(value).toBeCloseTo(meanOf(street, wall)[at]!, -0.5);
  });

  it('shows green, then red leaves, then snow; and drops only once it rains', () => {
    const [spring, autumn, winter] = pictures('seasons', 0, 0.64, 1) as [Uint8Array, Uint8Array, Uint8Array];
    expect(meanOf(spring, lawn)[1]).toBeGreaterThan(meanOf(spring, lawn)[0]);
    expect(meanOf(autumn, lawn)[0]).toBeGreaterThan(meanOf(autumn, lawn)[1]);
    const [red, green, blue] = meanOf(winter, lawn);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(45);
    const lapse = lapseOf('sunToRain');
    const drops = [0.3, 0.95].map((progress) => {
      const frame = makeFrame(size.width, size.height);
      lapse.drawAir(frame, progress, 2);
      return frame.planes[0]!.samples.filter((level) => level > 0).length;
    });
    expect(drops[0]).toBe(0);
    expect(drops[1]).toBeGreaterThan(50);
  });

  it('says what it made, and gives the same light for the same seed', () => {
    const [one, other] = [lapseOf('dayToNight'), lapseOf('dayToNight')];
    expect(one.facts).toEqual({ timeLapse: '昼到夜', windowCount: 3 });
    expect(one.notes).toEqual([]);
    expect(Buffer.from(one.stillAt(0.7).data).equals(other.stillAt(0.7).data)).toBe(true);
    expect(Buffer.from(lapseOf('dayToNight', street, 4).stillAt(0.7).data).equals(one.stillAt(0.7).data)).toBe(false);
  });

  it('refuses rooms and pictures taken at night', async () => {
    const room = await draw(
      '<rect width="320" height="200" fill="#d9c7ab"/><rect y="40" width="320" height="110" fill="#e9dcc6"/><rect y="150" width="320" height="50" fill="#8a6748"/>',
    );
    const night = await draw(
      '<rect width="320" height="200" fill="#0d1a38"/><rect x="80" y="60" width="160" height="100" fill="#3a3631"/><rect y="150" width="320" height="50" fill="#1d2417"/><circle cx="285" cy="145" r="26" fill="#263a18"/><rect x="5" y="120" width="70" height="60" fill="#2c4a1c"/>',
    );
    expect(() => lapseOf('dayToNight', room)).toThrow(
      '没有识别到天空，延时需要白天的室外图片；室内图片请将“延时”设为“无”。',
    );
    expect(() => lapseOf('dayToNight', room)).toThrow(JobRefused);
    expect(() => lapseOf('seasons', night)).toThrow('这张图片看起来是夜景，延时需要白天的图片。');
  });
});
