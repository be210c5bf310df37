import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuildingCamera } from '#shared/domain/building-view';
import { readBuilding } from '../../engine/building/read-building.ts';
import { writeViewerFile } from '../../engine/building/viewer/write-viewer-file.ts';
import { castLayers } from '../../engine/kernels/building/layers.ts';
import { type PreparedBuilding, prepareBuilding } from '../../engine/kernels/building/prepared-building.ts';
import { proposeViews } from '../../engine/kernels/building/views.ts';
import { ifcText } from '../../scripts/buildings/ifc-text.ts';
import { villa } from '../../scripts/buildings/villa.ts';
import { findChromium } from '../support/browser.ts';

const size = { width: 540, height: 360 };
const origin = 'http://viewer.test';
/** Pixels of rails thinner than a pixel, which one of both may miss. */
const mostSpecks = 2;

let folder: string;
let browser: Browser;
let building: PreparedBuilding;
let glb: Buffer;
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'building-viewer-'));
  const [file, target, viewerTarget] = ['villa.ifc', 'villa.mesh', 'villa.glb'].map((name) => path.join(folder, name));
  await writeFile(file!, ifcText(villa));
  const { model } = await readBuilding({
    kind: 'read',
    file: file!,
    name: 'villa.ifc',
    target: target!,
    viewerTarget: viewerTarget!,
  });
  building = await prepareBuilding(model);
  await writeViewerFile(viewerTarget!, building);
  glb = await readFile(viewerTarget!);
  const bundle = await rolldown({
    input: new URL('../support/viewer-silhouettes.ts', import.meta.url).pathname,
    platform: 'browser',
  });
  script = (await bundle.generate({ format: 'iife' })).output[0].code;
  await bundle.close();
  const executablePath = findChromium();
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The proposed views, and four that are shifted, tilted, close, and long. */
function cameras(): Array<{ title: string; camera: BuildingCamera }> {
  const proposed = proposeViews(building, 0);
  const base = proposed[0]!.camera;
  return [
    ...proposed,
    { title: 'shifted up', camera: { ...base, shift: 0.35 } },
    { title: 'looking up', camera: { ...base, pitch: -14, shift: 0 } },
    { title: 'under the eaves', camera: { x: 2, y: 1.2, z: 9, yaw: 15, pitch: -20, lens: 20, shift: 0 } },
    { title: 'long lens', camera: { x: 30, y: 12, z: 34, yaw: -41, pitch: 11, lens: 85, shift: 0 } },
  ];
}

async function silhouettes(views: readonly BuildingCamera[]): Promise<number[][]> {
  const page = await browser.newPage();
  await page.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('.glb')
      ? route.fulfill({ body: glb, contentType: 'model/gltf-binary' })
      : route.fulfill({ body: '<!doctype html><title>viewer</title>', contentType: 'text/html' }),
  );
  await page.goto(`${origin}/`);
  await page.addScriptTag({ content: script });
  return page.evaluate(
    ([views, size]) =>
      (window as unknown as { silhouettesOf(...given: unknown[]): Promise<number[][]> }).silhouettesOf(
        '/villa.glb',
        views,
        size,
      ),
    [views, size] as const,
  );
}

/** Pixels of a picture that no pixel of the other picture is within one pixel of. */
function strays(one: ArrayLike<number>, other: ArrayLike<number>, wanted: 0 | 1): number {
  const { width, height } = size;
  let count = 0;
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      if (one[y * width + x] !== wanted) continue;
      let isNear = false;
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) isNear ||= other[(y + dy) * width + x + dx] === wanted;
      if (!isNear) count++;
    }
  return count;
}

it('silhouettes of the viewer and of the server’s view agree within a pixel on ten views', async () => {
  const views = cameras();
  expect(views).toHaveLength(10);
  const seen = await silhouettes(views.map(({ camera }) => camera));
  const off = views.map(({ title, camera }, i): [title: string, count: number] => {
    const drawn = Uint8Array.from(castLayers(building, { camera }, size).object, (object) => (object >= 0 ? 1 : 0));
    const share = drawn.reduce((sum, pixel) => sum + pixel, 0) / drawn.length;
    expect([title, share > 0.02]).toEqual([title, true]);
    return [
      title,
      strays(seen[i]!, drawn, 1) + strays(drawn, seen[i]!, 1) + strays(seen[i]!, drawn, 0) + strays(drawn, seen[i]!, 0),
    ];
  });
  expect(off.filter(([, count]) => count > mostSpecks)).toEqual([]);
});
