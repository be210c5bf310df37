import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createModelHost } from '../../../engine/models/host.ts';
import { createEmbeddedSegmenter } from '../../../mock-server/adapters/segment/embedded.ts';
import type { Segmenter, SegmentPicture, SegmentPrompt } from '../../../mock-server/adapters/segment/port.ts';
import { createVariantCache } from '../../../mock-server/modules/studio/image/variant-cache.ts';
import { type Measurement, say } from '../measurement.ts';

/**
 * Ground truth of a folder of photographs, in its `truth.json`: places in pixels of a picture whose longer side is
 * `shown` wide.
 */
interface Truth {
  shown: number;
  pictures: Record<string, readonly Target[]>;
}

type Place = readonly [x: number, y: number];

/** A thing that somebody means. */
interface Target {
  name: string;
  /** Its outline. */
  polygon: readonly Place[];
  /** Point of the click. */
  point: Place;
  /** Left, top, right, bottom of the box drawn round it; its bounds with a little room when absent. */
  box?: readonly [number, number, number, number];
}

/** An answer that overlaps what was meant by as much counts as found. */
const leastOverlap = 0.6;
/** Room that people leave round a thing, share of its sides. */
const room = 0.04;

interface Figures {
  /** Overlap of the best of the first three answers, and of the likeliest. */
  best: number;
  likeliest: number;
  ms: number;
}

/**
 * Returns true when a click, or a box, finds the whole thing that was meant: a folder with photographs and
 * `truth.json`.
 */
export async function benchClicks(folder?: string): Promise<Measurement[]> {
  const place = [folder, folder && path.join(folder, 'clicks'), process.env.SEEING_CLICKS].find(
    (candidate) => candidate && existsSync(path.join(candidate, 'truth.json')),
  );
  if (!place) {
    say('no targets: name a folder with photographs and truth.json, or set SEEING_CLICKS');
    return [];
  }
  const truth = JSON.parse(await readFile(path.join(place, 'truth.json'), 'utf8')) as Truth;
  const work = await mkdtemp(path.join(tmpdir(), 'bench-clicks-'));
  const host = await createModelHost();
  const cache = await createVariantCache(path.join(work, 'cache'));
  const segmenter = createEmbeddedSegmenter({ cache, models: () => ({ address: host.address, slots: {} }) });
  // The process of the networks keeps nobody awake while it ends.
  const awake = setInterval(() => undefined, 1000);
  const firstMs: number[] = [];
  const clicks: Figures[] = [];
  const boxes: Figures[] = [];
  try {
    for (const [name, targets] of Object.entries(truth.pictures)) {
      const file = path.join(place, name);
      const { width, height } = await sharp(file).metadata();
      const picture = { sha256: name, file, width, height };
      const unit = Math.max(width, height) / truth.shown;
      const startedAt = performance.now();
      await segmenter.segment(picture, { points: [{ x: 1, y: 1, label: 1 }] });
      firstMs.push(performance.now() - startedAt);
      for (const target of targets) {
        const meant = await draw(target.polygon, picture, unit);
        const [x, y] = target.point;
        const click = await ask(segmenter, picture, meant, { points: [{ x: x * unit, y: y * unit, label: 1 }] });
        const box = await ask(segmenter, picture, meant, { points: [], box: boxOf(target, picture, unit) });
        clicks.push(click);
        boxes.push(box);
        say(`${name} ${target.name}: click ${told(click)}, box ${told(box)}`);
      }
    }
  } finally {
    await segmenter.close();
    await host.close();
    clearInterval(awake);
    await rm(work, { recursive: true });
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const isHit = ({ best }: Figures) => best >= leastOverlap;
  return [
    {
      name: `clicks that find one of ${clicks.length} things`,
      ours: clicks.filter(isHit).length,
      unit: '',
      target: '≥ 8 of 11',
    },
    { name: 'clicks, overlap of the best of three', ours: 100 * mean(clicks.map(({ best }) => best)), unit: '%' },
    { name: 'clicks, overlap of the likeliest', ours: 100 * mean(clicks.map(({ likeliest }) => likeliest)), unit: '%' },
    { name: `boxes that find one of ${boxes.length} things`, ours: boxes.filter(isHit).length, unit: '' },
    { name: 'boxes, overlap of the likeliest', ours: 100 * mean(boxes.map(({ likeliest }) => likeliest)), unit: '%' },
    { name: 'first click on a picture', ours: mean(firstMs), unit: 'ms' },
    { name: 'later clicks', ours: mean(clicks.map(({ ms }) => ms)), unit: 'ms' },
  ];
}

function told({ best, likeliest }: Figures): string {
  return `${Math.round(100 * best)} % (likeliest ${Math.round(100 * likeliest)} %)`;
}

async function ask(
  segmenter: Segmenter,
  picture: SegmentPicture,
  meant: Uint8Array,
  prompt: SegmentPrompt,
): Promise<Figures> {
  const startedAt = performance.now();
  const { masks, chosen } = await segmenter.segment(picture, prompt);
  const ms = performance.now() - startedAt;
  const overlaps = await Promise.all(
    masks.map(async ({ png }) => overlapOf(await sharp(png).toColourspace('b-w').raw().toBuffer(), meant)),
  );
  return { best: Math.max(...overlaps), likeliest: overlaps[chosen]!, ms };
}

/** Samples above 127 inside the outline. */
function draw(polygon: readonly Place[], { width, height }: SegmentPicture, unit: number): Promise<Uint8Array> {
  const points = polygon.map(([x, y]) => `${x * unit},${y * unit}`).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%"/><polygon points="${points}" fill="#fff"/></svg>`;
  return sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
}

function boxOf({ polygon, box }: Target, { width, height }: SegmentPicture, unit: number) {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
  const tight = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  const [across, down] = [room * (tight[2] - tight[0]), room * (tight[3] - tight[1])];
  const asked = box ?? [tight[0] - across, tight[1] - down, tight[2] + across, tight[3] + down];
  const [left, top] = [Math.max(0, asked[0] * unit), Math.max(0, asked[1] * unit)];
  return {
    ...{ x: left, y: top },
    ...{ width: Math.min(width, asked[2] * unit) - left, height: Math.min(height, asked[3] * unit) - top },
  };
}

function overlapOf(found: Uint8Array, meant: Uint8Array): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < meant.length; i++) {
    const [isFound, isMeant] = [found[i]! > 127, meant[i]! > 127];
    if (isFound && isMeant) both++;
    if (isFound || isMeant) either++;
  }
  return either === 0 ? 1 : both / either;
}
