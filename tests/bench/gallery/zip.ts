import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { findChromium } from '../../support/browser.ts';
import { type Measurement, say, tell } from '../measurement.ts';
import { browserOf, watchMemory } from './browser-memory.ts';
import type { Recipe, ZipNotes } from './zip-page.ts';

const pictures = 200;
const pictureBytes = 5 * 1024 * 1024;
/** Of all processes of the browser together. */
const mostMegabytes = 600;
const longestGapMs = 200;
const limitMs = 240_000;

const recipes: readonly [Recipe, string][] = [
  ['ours', 'ours'],
  ['clientZip', 'client-zip 2.5.1'],
  ['usual', 'JSZip as everybody writes it'],
];

/** Packs 200 pictures of 5 MB in a browser, by our way and by two others, each in a browser of its own. */
export async function benchZip(): Promise<Measurement[]> {
  const { origin, server } = await serve(await bundle());
  const measurements: Measurement[] = [];
  try {
    for (const [recipe, name] of recipes) {
      say(`${pictures} pictures of 5 MB are packed: ${name}`);
      measurements.push(...(await measure(origin, recipe, name)).map(tell));
    }
    return measurements;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function measure(origin: string, recipe: Recipe, name: string): Promise<Measurement[]> {
  // A profile of its own on the disk, as people have: private windows keep archives in memory.
  const profile = await mkdtemp(path.join(tmpdir(), 'bench-zip-'));
  const executablePath = findChromium();
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(limitMs);
    await page.goto(origin);
    const stop = watchMemory(await browserOf(profile));
    const saved = page.waitForEvent('download', { timeout: limitMs });
    const { ms, bytes, worstGapMs }: ZipNotes = await page.evaluate(([way, count]) => window.runZip(way, count), [
      recipe,
      pictures,
    ] as const);
    const peak = await stop();
    await (await saved).cancel();
    if (bytes < pictures * pictureBytes) throw new Error(`${name}: the archive has ${bytes} bytes`);
    const isOurs = recipe === 'ours';
    return [
      {
        name: `zip, ${name}: peak memory of the browser`,
        ours: peak,
        unit: 'MB',
        ...(isOurs && { target: `<= ${mostMegabytes} MB` }),
      },
      {
        name: `zip, ${name}: longest gap between frames`,
        ours: worstGapMs,
        unit: 'ms',
        ...(isOurs && { target: `<= ${longestGapMs} ms` }),
      },
      { name: `zip, ${name}: time`, ours: ms / 1000, unit: 's' },
    ];
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** The page's program with what it is compared to: its files by address. */
async function bundle(): Promise<Map<string, string>> {
  const entry = fileURLToPath(new URL('./zip-page.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return new Map(outputs.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])));
}

/** A page with the program, and pictures of which no two are the same. */
async function serve(files: ReadonlyMap<string, string>): Promise<{ origin: string; server: Server }> {
  const [entry] = files.keys();
  const picture = randomBytes(pictureBytes);
  const server = createServer(({ url = '' }, response) => {
    const code = files.get(url);
    if (code) response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
    else if (url.startsWith('/picture/')) {
      const own = createHash('sha256').update(url).digest();
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': pictureBytes });
      response.write(own);
      response.end(picture.subarray(own.length));
    } else
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<script type="module" src="${entry}"></script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
