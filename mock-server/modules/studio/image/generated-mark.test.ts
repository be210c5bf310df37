import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyAsGenerated, type DrawnFormat } from './generated-mark.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-mark-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function copied(format: DrawnFormat, content: Buffer): Promise<Buffer> {
  const [file, target] = [path.join(folder, `a.${format}`), path.join(folder, `b.${format}`)];
  await writeFile(file, content);
  await copyAsGenerated(file, target, format, 'img_7');
  expect(await readFile(file)).toEqual(content);
  return readFile(target);
}

const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

it('a film keeps every byte and has a box of metadata behind them', async () => {
  const film = Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.from([1, 2, 3]))]);
  const marked = await copied('mp4', film);
  expect(marked.subarray(0, film.length)).toEqual(film);
  const added = marked.subarray(film.length);
  expect(added.readUInt32BE(0)).toBe(added.length);
  expect(added.toString('latin1', 4, 8)).toBe('uuid');
  const xmp = added.toString('utf8', 24);
  expect(xmp).toContain('TC260:AIGC');
  expect(xmp).toContain('"ProduceID":"img_7"');
});

it('a drawing looks the same, and tells in its metadata what it is', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M2 2H30V18" fill="#c00"/></svg>\n';
  const marked = await copied('svg', Buffer.from(drawing));
  const pixels = (svg: Buffer) => sharp(svg).raw().toBuffer();
  expect(await pixels(marked)).toEqual(await pixels(Buffer.from(drawing)));
  expect(marked.toString()).toMatch(/<metadata>.*"Label":"1".*<\/metadata><\/svg>\n$/s);
});

it('a drawing for CAD begins with a comment', async () => {
  const drawing = '0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n';
  const marked = (await copied('dxf', Buffer.from(drawing))).toString();
  expect(marked).toMatch(/^999\nAIGC \{"Label":"1",.*\}\n0\nSECTION/);
  expect(marked.endsWith(drawing)).toBe(true);
});
