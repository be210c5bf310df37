import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../support/browser.ts';
import { drawStrokes, heapOf, noteWork, redrawEverything, side, strokes } from './mask-editor-page.ts';
import { type Measurement, say } from './measurement.ts';
import { startServer } from './server.ts';

/** Strokes at the start and at the end that are compared. */
const sample = 40;

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
    say(`drawing ${strokes} strokes`);
    await drawStrokes(page);
    const grown = (await heapOf(page)) - heap;
    for (let time = 0; time < 20; time++) await page.keyboard.press('Control+z');
    const undo = await page.evaluate(() => window.benchNotes.keys);
    for (let time = 0; time < 20; time++) await page.keyboard.press('Control+Shift+z');
    const notes = await page.evaluate(() => window.benchNotes);
    say('redrawing everything');
    const redrawn = await redrawEverything(page);
    await page.getByRole('button', { name: '调整' }).click();
    say('previews');
    const preview = await measurePreviews(page, 'whole picture in sight, sampled for the screen');
    await page.getByRole('button', { name: /回到 100%/ }).click();
    const closePreview = await measurePreviews(page, 'at 100 %, every pixel in sight');
    for (let time = 0; time < 3; time++) await page.getByRole('button', { name: '缩小', exact: true }).click();
    const halfPreview = await measurePreviews(page, 'at 51 %, every pixel in sight');
    await page.getByRole('switch', { name: '填满内部空洞' }).click();
    const filledPreview = await measurePreviews(page, 'at 51 %, holes filled as well');
    await page.getByRole('switch', { name: '填满内部空洞' }).click();
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
      ...halfPreview,
      ...filledPreview,
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

function quantile(values: readonly number[], part: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? 0;
}
