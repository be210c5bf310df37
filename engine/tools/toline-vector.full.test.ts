import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { toline as definition } from '#shared/tools/plan';
import { roomModel } from '../../tests/support/building-model.ts';
import { drawContent, height, houseSvg, judgeLines, plainFills, width } from '../../tests/support/drawn-house.ts';
import { parseDxf } from '../../tests/support/dxf.ts';
import type { JobPicture } from '../base/job.ts';
import { writeBuildingFile } from '../kernels/building/building-file.ts';
import { toline } from './toline.ts';

// Runs write to the same path, and the cache would return the picture of an earlier run.
sharp.cache(false);

const folder = await mkdtemp(path.join(tmpdir(), 'toline-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const picture = (name: string, content: string) => drawContent(folder, name, content);

async function run(file: JobPicture, params: Record<string, unknown> = {}, seed = 1) {
  return toline.run({
    // Black on white unless a story says otherwise.
    params: definition.params.parse({ upload_img: 'p', lineColor: '#000000', ...params }),
    pictures: { p: file },
    seed,
    outputDir: folder,
    onProgress: () => undefined,
  });
}

describe('a line drawing without pixels', () => {
  const styles = ['outline', 'detail', 'cad', 'sketch', 'blueprint'];

  /** Renders the SVG as a browser would, at one pixel per unit. */
  async function rendered(file: string) {
    const { data, info } = await sharp(file, { density: 96 })
      .resize(width, height, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height, channels: 3 });
    return data;
  }

  it.each(['outline', 'detail', 'cad'])('is a clean SVG beside a PNG: %s', async (lineStyle) => {
    const { outputs, facts } = await run(await picture('house', houseSvg(plainFills)), { lineStyle, format: 'svg' });
    expect(outputs.map(({ format, width: w, height: h }) => [format, w, h])).toEqual([
      ['png', width, height],
      ['svg', width, height],
    ]);
    const { recall, precision } = judgeLines(await rendered(outputs[1]!.file));
    expect(recall).toBeGreaterThan(0.9);
    expect(precision).toBeGreaterThan(0.92);
    // Twenty straight sides: no more than a few points for each.
    expect(facts!.pointCount).toBeLessThan(200);
    expect((await readFile(outputs[1]!.file, 'utf8')).startsWith('<?xml')).toBe(true);
  });

  it('has the sheet, the pen and the colours asked for', async () => {
    const file = await picture('house', houseSvg(plainFills));
    const params = { lineStyle: 'cad', format: 'svg', lineColor: '#aa0000', backgroundColor: '#ffeecc' };
    const text = async (more: Record<string, unknown>) =>
      readFile((await run(file, { ...params, ...more })).outputs[1]!.file, 'utf8');
    const sheet = await text({ drawingWidth: 297, lineWidth: 6 });
    expect(sheet).toContain(`width="297mm" height="${297 * (height / width)}mm" viewBox="0 0 ${width} ${height}"`);
    expect(sheet).toContain('fill="#ffeecc"');
    expect(sheet).toContain('stroke="#aa0000"');
    const widths = (svg: string) => [...svg.matchAll(/stroke-width="([\d.]+)"/g)].map(([, value]) => Number(value));
    expect(Math.max(...widths(sheet))).toBeGreaterThan(1.7 * Math.max(...widths(await text({ lineWidth: 3 }))));
    expect(await text({ drawingWidth: 0 })).toContain(`width="${width}" height="${height}" viewBox`);
  });

  it.each(styles)('opens in CAD: %s', async (lineStyle) => {
    const { outputs } = await run(await picture('house', houseSvg(plainFills)), { lineStyle, format: 'dxf' });
    expect(outputs.map(({ format }) => format)).toEqual(['png', 'dxf']);
    const dxf = parseDxf(await readFile(outputs[1]!.file, 'latin1'));
    expect(dxf).toMatchObject({ version: 'AC1009', right: 420, top: 315 });
    expect(dxf.entities.length).toBeGreaterThan(4);
    for (const { points } of dxf.entities) {
      for (const [x, y] of points) {
        expect(x >= 0 && x <= dxf.right && y >= 0 && y <= dxf.top).toBe(true);
      }
    }
  });

  it('stands upright in CAD and is as large as the sheet', async () => {
    const { outputs } = await run(await picture('house', houseSvg(plainFills)), { lineStyle: 'cad', format: 'dxf' });
    const { entities } = parseDxf(await readFile(outputs[1]!.file, 'latin1'));
    const points = entities.flatMap((entity) => entity.points);
    const scale = 420 / width;
    const top = Math.max(...points.map(([, y]) => y));
    const right = Math.max(...points.map(([x]) => x));
    // The house's roof line is 90 pixels below the upper edge; its right wall at 370.
    expect(Math.abs(top - (height - 90) * scale)).toBeLessThan(3 * scale);
    expect(Math.abs(right - 370 * scale)).toBeLessThan(3 * scale);
  });

  it('hatches a sketch, repeats it for its seed, and wanders with the jitter', async () => {
    const file = await picture('house', houseSvg(plainFills));
    const svg = async (params: Record<string, unknown>, seed: number) =>
      readFile((await run(file, { lineStyle: 'sketch', format: 'svg', ...params }, seed)).outputs[1]!.file, 'utf8');
    const one = await svg({}, 3);
    expect(one).toContain('id="HATCH"');
    expect(await svg({}, 3)).toBe(one);
    expect(await svg({}, 4)).not.toBe(one);
    expect(await svg({ jitter: 90 }, 3)).not.toBe(one);
  });

  it('keeps deep shade as filled areas when asked to', async () => {
    const shadow = `<rect width="${width}" height="${height}" fill="#c9c4ba"/><path d="M60 320 L200 120 L330 120 L420 320 Z" fill="#2c2a28"/>`;
    const file = await picture('shadow', shadow);
    const middle = (240 * width + 240) * 3;
    const colour = async (isShadowRemoved: boolean) => {
      const { outputs } = await run(file, { lineStyle: 'cad', format: 'svg', isShadowRemoved });
      return (await rendered(outputs[1]!.file))[middle]!;
    };
    expect(await colour(true)).toBeGreaterThan(200);
    expect(await colour(false)).toBeLessThan(60);
    const { outputs } = await run(file, { lineStyle: 'cad', format: 'dxf', isShadowRemoved: false });
    const areas = parseDxf(await readFile(outputs[1]!.file, 'latin1')).entities.filter(({ isClosed }) => isClosed);
    expect(areas).toHaveLength(1);
    const [area] = areas;
    const twice = area!.points.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = area!.points[(i + 1) % area!.points.length]!;
      return sum + x * nextY - nextX * y;
    }, 0);
    // The trapezium has 49 000 square pixels.
    const scale = 420 / width;
    expect(Math.abs(twice) / 2 / scale ** 2 / 49_000).toBeGreaterThan(0.95);
    expect(Math.abs(twice) / 2 / scale ** 2 / 49_000).toBeLessThan(1.05);
  });

  it('of a view of a building model has the model’s own edges, in layers by what they belong to', async () => {
    const model = path.join(folder, 'model');
    await writeBuildingFile(model, roomModel());
    const view = BuildingView.parse({
      camera: { x: 0, y: 1.85, z: 9, yaw: 0, lens: 30 },
      sun: { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes: 600 },
    });
    const house = await picture('house-view', houseSvg(plainFills));
    const params = { lineStyle: 'cad', format: 'dxf' };
    const { outputs, facts, algorithm } = await run({ ...house, building: { model, view, north: 0 } }, params);
    expect(facts).toMatchObject({ inputKind: 'buildingModel' });
    expect(algorithm).toContain('消隐');
    const { entities } = parseDxf(await readFile(outputs[1]!.file, 'utf8'));
    const drawn = new Set(entities.map(({ layer }) => layer));
    expect([...drawn]).toEqual(expect.arrayContaining(['WALL', 'WINDOW']));
    const gone = await run({ ...house, building: { model: path.join(folder, 'gone'), view, north: 0 } }, params);
    expect(gone.facts).not.toHaveProperty('inputKind');
  });
});
