import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../support/browser.ts';
import type { Measurement } from './measurement.ts';
import { startServer } from './server.ts';

const side = 4096;
const strokes = 500;
const movesPerStroke = 12;
/** Strokes at the start and at the end that are compared. */
const sample = 40;

/** What the page notes down about its own work, ms. */
interface Notes {
  moves: number[][];
  ups: number[];
  keys: number[];
  previews: { name: string; ms: number }[];
  longTasks: number[];
}

declare global {
  interface Window {
    benchNotes: Notes;
  }
}

/**
 * Works in the mask editor of the real app in a real browser, on a picture of 4096², with real input: what handlers of
 * pointer and keys cost from the event to the end of all that follows at once, strokes 1 to 500, previews in the
 * worker, and the size of the mask that is sent.
 */
export async function benchMaskEditor(): Promise<Measurement[]> {
  const { origin, stop } = await startServer();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin });
    await openEditor(page);
    const heap = await heapOf(page);
    await drawStrokes(page);
    const grown = (await heapOf(page)) - heap;
    for (let time = 0; time < 20; time++) await page.keyboard.press('Control+z');
    const undo = await page.evaluate(() => window.benchNotes.keys);
    for (let time = 0; time < 20; time++) await page.keyboard.press('Control+Shift+z');
    const notes = await page.evaluate(() => window.benchNotes);
    const redrawn = await redrawEverything(page);
    await page.getByRole('button', { name: '调整' }).click();
    const preview = await measurePreviews(page, 'whole picture in sight, sampled for the screen');
    await page.getByRole('button', { name: /回到 100%/ }).click();
    const closePreview = await measurePreviews(page, 'at 100 %, every pixel');
    const bytes = await sentBytes(page);
    const moves = notes.moves.flat();
    const p95 = quantile(moves, 0.95);
    const first = notes.moves.slice(4, 4 + sample).flat();
    const last = notes.moves.slice(-sample).flat();
    const where = `mask editor ${side}²`;
    return [
      {
        name: `${where}: pointer move, p95`,
        ours: p95,
        unit: 'ms',
        peer: { name: 'redraw everything', ms: redrawn },
        ratio: Math.round((p95 / redrawn) * 1000) / 1000,
        target: 'at most 1 ms',
      },
      { name: `${where}: pointer up to committed, p95`, ours: quantile(notes.ups, 0.95), unit: 'ms', target: '16 ms' },
      { name: `${where}: undo, p95`, ours: quantile(undo, 0.95), unit: 'ms', target: 'at most 16 ms' },
      {
        name: `${where}: moves of the last ${sample} of ${strokes} strokes against the first, p95`,
        ours: Math.round((quantile(last, 0.95) / quantile(first, 0.95)) * 100) / 100,
        unit: '×',
        target: 'at most 1.2',
      },
      { name: `${where}: heap grown by ${strokes} strokes`, ours: grown / 1e6, unit: 'MB', target: 'at most 64 MB' },
      ...preview,
      ...closePreview,
      { name: `${where}: mask sent`, ours: bytes / 1024, unit: 'KiB', target: 'at most 200 KiB' },
    ];
  } finally {
    await browser.close();
    await stop();
  }
}

async function openEditor(page: Page): Promise<void> {
  await page.request.post('/__mock/accounts', { data: { phoneNo: `199${String(Date.now()).slice(-8)}` } });
  await page.addInitScript(noteWork);
  await page.goto('/clean');
  const noise = { noise: { type: 'gaussian' as const, mean: 128, sigma: 12 } };
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#888', ...noise } });
  const buffer = await picture.jpeg({ quality: 80 }).toBuffer();
  await page.locator('input[type="file"]').first().setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: '涂抹区域' }).click({ timeout: 60_000 });
  await page.getByRole('application').waitFor();
  await page.getByRole('spinbutton', { name: '粗细' }).fill('90');
  await page.getByRole('application').focus();
}

/** Runs in the page: times every event from before the first listener until after the last one and what it set off. */
function noteWork(): void {
  window.benchNotes = { moves: [], ups: [], keys: [], previews: [], longTasks: [] };
  let startedAt = 0;
  let isDown = false;
  const kinds = ['pointerdown', 'pointermove', 'pointerup', 'keydown'] as const;
  for (const kind of kinds) {
    window.addEventListener(
      kind,
      () => {
        startedAt = performance.now();
      },
      { capture: true },
    );
    window.addEventListener(kind, (event) => {
      // Of a chord only the key that acts counts.
      if ((event as KeyboardEvent).key === 'Control' || (event as KeyboardEvent).key === 'Shift') return;
      const ms = performance.now() - startedAt;
      const { moves, ups, keys } = window.benchNotes;
      if (kind === 'pointerdown') {
        isDown = true;
        moves.push([]);
      } else if (kind === 'pointermove' && isDown) moves.at(-1)?.push(ms);
      else if (kind === 'pointerup' && isDown) {
        isDown = false;
        ups.push(ms);
      } else if (kind === 'keydown') keys.push(ms);
    });
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchNotes.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    readonly #asked = new Map<number, { name: string; at: number }>();

    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }) => {
        const call = this.#asked.get(data.id);
        if (call?.name === 'preview')
          window.benchNotes.previews.push({ name: call.name, ms: performance.now() - call.at });
      });
    }

    override postMessage(message: { id: number; name: string }): void {
      this.#asked.set(message.id, { name: message.name, at: performance.now() });
      super.postMessage(message);
    }
  };
}

async function drawStrokes(page: Page): Promise<void> {
  const box = await page.getByRole('img', { name: '要修改的图片' }).boundingBox();
  if (!box) throw new Error('the picture is not shown');
  for (let stroke = 0; stroke < strokes; stroke++) {
    const from = {
      x: box.x + ((stroke * 67) % (box.width - 120)),
      y: box.y + 40 + ((stroke * 41) % (box.height - 80)),
    };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let move = 1; move <= movesPerStroke; move++)
      await page.mouse.move(from.x + move * 9, from.y + Math.sin((stroke + move) / 2) * 24);
    await page.mouse.up();
  }
}

/** The pattern of other editors: every move empties a canvas of the picture's size and draws all strokes again. */
function redrawEverything(page: Page): Promise<number> {
  return page.evaluate(
    ({ side, moves }) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const lines: { x: number; y: number }[][] = [];
      const times: number[] = [];
      for (let stroke = 0; stroke < 20; stroke++) {
        lines.push([]);
        for (let move = 0; move < moves; move++) {
          const startedAt = performance.now();
          lines.at(-1)?.push({ x: ((stroke * 331) % side) + move * 40, y: (stroke * 211) % side });
          canvas.width = side;
          canvas.height = side;
          context.lineWidth = 90;
          context.lineCap = 'round';
          for (const line of lines) {
            context.beginPath();
            for (const { x, y } of line) context.lineTo(x, y);
            context.stroke();
          }
          // Drawing is put off until somebody looks.
          context.getImageData(0, 0, 1, 1);
          times.push(performance.now() - startedAt);
        }
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    },
    { side, moves: movesPerStroke },
  );
}

async function measurePreviews(page: Page, view: string): Promise<Measurement[]> {
  for (const label of ['扩缩数值', '羽化数值']) await page.getByRole('spinbutton', { name: label }).fill('0');
  const measurements: Measurement[] = [];
  for (const [name, label] of [
    ['grow', '扩缩数值'],
    ['feather', '羽化数值'],
  ] as const) {
    await page.evaluate(() => {
      window.benchNotes.previews = [];
      window.benchNotes.longTasks = [];
    });
    const field = page.getByRole('spinbutton', { name: label });
    for (const value of [6, 18, 30, 42, 12]) {
      const before = await page.evaluate(() => window.benchNotes.previews.length);
      await field.fill(String(value));
      await page.waitForFunction((count) => window.benchNotes.previews.length > count, before);
    }
    const { previews, longTasks } = await page.evaluate(() => window.benchNotes);
    const times = previews.map(({ ms }) => ms).sort((a, b) => a - b);
    measurements.push(
      {
        name: `mask editor ${side}²: ${name} preview in the worker, ${view}, median`,
        ours: quantile(times, 0.5),
        unit: 'ms',
        target: 'at most 150 ms',
      },
      {
        name: `mask editor ${side}²: longest block of the page meanwhile (${name}, ${view})`,
        ours: Math.max(0, ...longTasks),
        unit: 'ms',
        target: 'at most 50 ms',
      },
    );
    if (name === 'grow') await field.fill('0');
  }
  return measurements;
}

async function sentBytes(page: Page): Promise<number> {
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith('/api/upload/image')),
    page.getByRole('button', { name: '完成' }).click(),
  ]);
  const answer = await (await request.response())?.json();
  return answer.data.bytes;
}

/** Bytes of objects and buffers that are still in use. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usage.usedSize + (usage.backingStorageSize ?? 0);
}

function quantile(values: readonly number[], part: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? 0;
}
