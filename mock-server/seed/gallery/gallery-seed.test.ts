import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { CategoryNode } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';
import { text2Img } from '#shared/tools/outdoor';

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
interface ImageSet {
  name: string;
  title: string;
  description: string;
  tags: string[];
  classifyId: string;
  pictures: string[];
}
type Block = { kind: 'text'; heading?: string; text: string } | { kind: string; picture: string; caption: string };
interface Case {
  name: string;
  title: string;
  classifyId: string;
  editor: string;
  team: string;
  intro: string;
  blocks: Block[];
}

const folder = import.meta.dirname;
const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
const pictures = read<Picture[]>('pictures');
const materials = read<StoredFile[]>('materials');
const sets = read<ImageSet[]>('sets');
const cases = read<Case[]>('cases');
const more = read<Omit<Picture, keyof StoredFile>[]>('more') as Picture[];
const pictureNames = new Set(pictures.map(({ name }) => name));

const nodes = new Map<string, CategoryNode>();
const walk = (level: readonly CategoryNode[]): void => {
  for (const node of level) {
    nodes.set(node.id, node);
    walk(node.children);
  }
};
walk(categories);

const views = ['人视', '半鸟瞰', '鸟瞰', '仰视', '正立面', '轴测', '顶视', '局部特写'];
const times = ['晴天', '清晨', '黄昏', '蓝调时刻', '夜景', '阴天', '雨天', '雾天', '雪景', null];
const lengthOf = (text: string): number => [...text].length;
const repeated = (names: readonly string[]): string[] => names.filter((name, place) => names.indexOf(name) !== place);

test('every picture has its small copy for walls, and there is no other', async () => {
  let total = 0;
  for (const { file, width, height, bytes } of pictures) {
    const content = readFileSync(path.join(folder, 'small', path.basename(file)));
    const found = await sharp(content).metadata();
    expect
      .soft([found.format, found.width, found.height], file)
      .toEqual(['webp', 480, Math.round((480 * height) / width)]);
    expect.soft(content.length, file).toBeLessThan(bytes);
    total += content.length;
  }
  expect(total).toBeLessThan(5_000_000);
  const stored = readdirSync(path.join(folder, 'small')).map((name) => `pictures/${name}`);
  expect(stored.sort()).toEqual(pictures.map(({ file }) => file).sort());
});

test('the gallery is large and varied enough to browse, and small enough to ship', () => {
  const total = [...pictures, ...materials].reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeLessThan(25_000_000);
  expect(pictures.length).toBeGreaterThanOrEqual(160);
  expect(materials.length).toBeGreaterThanOrEqual(24);
  expect(materials.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_500_000);
  for (const { width, height, name } of pictures) expect.soft(Math.max(width, height), name).toBe(1280);
  const shapes = new Set(pictures.map(({ width, height }) => Math.sign(width - height)));
  expect(shapes.size, 'portrait, square and landscape').toBe(3);
});

test('at most fifteen in a hundred pictures share their scene with another', () => {
  const count = new Map<string, number>();
  for (const { scene } of pictures) count.set(scene, (count.get(scene) ?? 0) + 1);
  const sharing = pictures.filter(({ scene }) => count.get(scene)! > 1).length;
  expect(sharing / pictures.length).toBeLessThanOrEqual(0.15);
});

test('names are single, words are short, categories exist', () => {
  expect(repeated([...pictures, ...more].map(({ name }) => name))).toEqual([]);
  expect(repeated(materials.map(({ name }) => name))).toEqual([]);
  for (const { name, title, description, classifyId, tags, view, time, kind } of [...pictures, ...more]) {
    expect.soft(lengthOf(title), name).toBeLessThanOrEqual(30);
    expect.soft(description, name).not.toBe('');
    expect
      .soft(
        [6, 8].map((most) => classifyId.length < most && nodes.has(classifyId)),
        name,
      )
      .toContain(true);
    expect.soft(tags.length >= 2 && tags.length <= 6 && repeated(tags).length === 0, name).toBe(true);
    expect.soft(views, name).toContain(view);
    expect.soft(times, name).toContain(time);
    expect.soft(['picture', 'plan', 'drawing', 'material'], name).toContain(kind);
  }
  for (const { name, classifyId } of materials) expect.soft(classifyId, name).toMatch(/^8\d\d$/);
});

test('every type of building, of homes and of public interiors is shown', () => {
  const shown = new Set(pictures.map(({ classifyId }) => classifyId.slice(0, 3)));
  for (const root of ['1', '3', '5'])
    for (const { id, name } of nodes.get(root)!.children) expect.soft(shown.has(id), name).toBe(true);
});

test('recipes are runs that the tool accepts', () => {
  const recipes = [...pictures, ...more].filter(({ recipe }) => recipe !== null);
  expect(more.length).toBeGreaterThanOrEqual(72);
  for (const { name, recipe } of recipes) {
    expect.soft(recipe!.tool, name).toBe('text2Img');
    expect.soft(text2Img.params.safeParse(recipe!.params).success, name).toBe(true);
  }
});

test('image sets hold six pictures and more, all of the gallery', () => {
  expect(sets.length).toBeGreaterThanOrEqual(14);
  for (const { name, title, description, tags, classifyId, pictures: held } of sets) {
    expect.soft(lengthOf(title), name).toBeLessThanOrEqual(30);
    expect.soft(lengthOf(description), name).toBeLessThanOrEqual(200);
    expect.soft(tags.length, name).toBeLessThanOrEqual(5);
    expect.soft(nodes.has(classifyId), name).toBe(true);
    expect.soft(held.length, name).toBeGreaterThanOrEqual(6);
    expect.soft(repeated(held), name).toEqual([]);
    expect
      .soft(
        held.filter((one) => !pictureNames.has(one)),
        name,
      )
      .toEqual([]);
  }
  const setNames = new Set(sets.map(({ name }) => name));
  expect(pictures.filter(({ set }) => set !== null && !setNames.has(set))).toEqual([]);
});

test('cases are whole stories with pictures of the gallery, and say that they are examples', () => {
  expect(cases).toHaveLength(24);
  const leads = cases.map(({ blocks }) => blocks.find((block) => 'picture' in block)!.picture);
  expect(repeated(leads)).toEqual([]);
  for (const { name, title, classifyId, editor, team, blocks } of cases) {
    const texts = blocks.flatMap((block) => ('text' in block ? [block.text] : []));
    const shown = blocks.flatMap((block) => ('picture' in block ? [block.picture] : []));
    const length = texts.reduce((sum, text) => sum + lengthOf(text), 0);
    expect.soft(lengthOf(title), name).toBeLessThanOrEqual(30);
    expect.soft(nodes.has(classifyId), name).toBe(true);
    expect.soft(['建筑编辑', '室内编辑', '景观编辑', '材料编辑'], name).toContain(editor);
    expect.soft(team, name).toBe('筑绘编辑部');
    expect.soft(blocks[0]?.kind === 'text' && texts[0]?.includes('示例项目'), name).toBe(true);
    expect.soft(length >= 600 && length <= 1000, `${name}: ${length}`).toBe(true);
    expect.soft(shown.length >= 5 && shown.length <= 14, `${name}: ${shown.length}`).toBe(true);
    expect.soft(repeated(shown), name).toEqual([]);
    expect
      .soft(
        shown.filter((one) => !pictureNames.has(one)),
        name,
      )
      .toEqual([]);
  }
});
