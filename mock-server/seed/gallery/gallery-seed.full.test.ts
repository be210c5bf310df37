import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { CategoryNode } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';

interface StoredFile {
  name: string;
  file: string;
  width: number;
  height: number;
  bytes: number;
  sha256: string;
  mainColor: string;
  thumbHash: string;
  classifyId: string;
  kind: string;
}
interface Picture extends StoredFile {
  title: string;
  description: string;
  tags: string[];
  view: string;
  time: string | null;
  scene: string;
  set: string | null;
  recipe: { tool: string; params: Record<string, unknown> } | null;
}

const folder = import.meta.dirname;
const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
const pictures = read<Picture[]>('pictures');
const materials = read<StoredFile[]>('materials');

const nodes = new Map<string, CategoryNode>();
const walk = (level: readonly CategoryNode[]): void => {
  for (const node of level) {
    nodes.set(node.id, node);
    walk(node.children);
  }
};
walk(categories);

test('every listed file is there as it is described, and no other', async () => {
  for (const { file, width, height, bytes, sha256, mainColor, thumbHash } of [...pictures, ...materials]) {
    const content = readFileSync(path.join(folder, file));
    expect.soft(content.length, file).toBe(bytes);
    expect.soft(createHash('sha256').update(content).digest('hex'), file).toBe(sha256);
    const found = await sharp(content).metadata();
    expect.soft([found.format, found.width, found.height], file).toEqual(['webp', width, height]);
    expect.soft(mainColor, file).toMatch(/^#[0-9a-f]{6}$/);
    expect.soft(Buffer.from(thumbHash, 'base64').length, file).toBeGreaterThan(8);
  }
  const stored = ['pictures', 'materials'].flatMap((part) =>
    readdirSync(path.join(folder, part)).map((name) => `${part}/${name}`),
  );
  expect(stored.sort()).toEqual([...pictures, ...materials].map(({ file }) => file).sort());
});

test('pictures of different scenes differ to the eye', async () => {
  const hashes = await Promise.all(
    pictures.map(({ file }) => differenceHash(path.join(folder, 'small', path.basename(file)))),
  );
  const alike: string[] = [];
  for (const [i, one] of pictures.entries())
    for (let j = i + 1; j < pictures.length; j++)
      if (one.scene !== pictures[j]!.scene && distance(hashes[i]!, hashes[j]!) <= 3)
        alike.push(`${one.name} – ${pictures[j]!.name}`);
  expect(alike).toEqual([]);
});

/** 64 bits: whether each of 9 × 8 grey fields is brighter than its right neighbour. */
async function differenceHash(file: string): Promise<bigint> {
  const grey = await sharp(file).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  let bits = 0n;
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) bits = (bits << 1n) | (grey[y * 9 + x]! > grey[y * 9 + x + 1]! ? 1n : 0n);
  return bits;
}

function distance(one: bigint, other: bigint): number {
  return (one ^ other).toString(2).replaceAll('0', '').length;
}
