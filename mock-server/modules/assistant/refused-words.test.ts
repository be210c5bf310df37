import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRefusedWords } from './refused-words.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-words-'));
  file = path.join(folder, 'moderation-words.txt');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const make = () => createRefusedWords({ file, log: pino({ level: 'silent' }) });

it('finds the first word with its place in the text as it was written', async () => {
  await writeFile(file, '\ufeff坏词\r\n  大坏蛋  \n#好词\n\nＡＢＣ\n');
  const words = make();
  expect(words.find('好词')).toBeNull();
  expect(words.find('是坏  词吗')).toEqual({ word: '坏词', start: 1, end: 5 });
  expect(words.find('😀大坏蛋坏词')).toEqual({ word: '大坏蛋', start: 2, end: 5 });
  expect(words.find('xaＢc')).toEqual({ word: 'abc', start: 1, end: 4 });
});

it('looks from where a word may have begun, and no further back', async () => {
  await writeFile(file, '坏词');
  const words = make();
  const text = '坏词。文文坏 词';
  expect(words.findAfter(text, 8)).toEqual({ word: '坏词', start: 5, end: 8 });
  expect(words.findAfter(text, 5)).toEqual({ word: '坏词', start: 5, end: 8 });
  expect(words.findAfter('坏词。文文', 4)).toBeNull();
});

it('takes the longest of many words that begin alike, wherever the parts of a long text break', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `词${index.toString(36)}号`);
  await writeFile(file, [...many, '词1'].join('\n'));
  const words = make();
  const harmless = '这是一段没有问题的话。'.repeat(2000);
  const text = `${harmless}词fe1号`;
  const found = [];
  for (let from = 0; from < text.length; from += 11) found.push(words.findAfter(text.slice(0, from + 11), from));
  expect(found.filter(Boolean)).toEqual([{ word: '词fe1号', start: harmless.length, end: text.length }]);
  expect(words.find('词1号')?.word).toBe('词1号');
  expect(words.find('词1')?.word).toBe('词1');
});

it('looks back over 256 characters at most, however many of them are not seen', async () => {
  await writeFile(file, '坏词');
  const words = make();
  expect(words.findAfter(`坏${' '.repeat(200)}词`, 201)).not.toBeNull();
  let looks = 0;
  const blanks = ' '.repeat(65_536);
  const text = new Proxy(new String(`坏${blanks}词`), {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks++;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as unknown as string;
  expect(words.findAfter(text, blanks.length + 1)).toBeNull();
  expect(looks).toBe(256);
});

it('reads the list again when it has changed, and has none where there is no file', async () => {
  const words = make();
  expect(words.find('坏词')).toBeNull();
  await writeFile(file, '坏词');
  expect(words.find('坏词')).toBeNull();
  words.refresh();
  expect(words.find('坏词')).not.toBeNull();
  await writeFile(file, '怪词');
  await utimes(file, 1, 1);
  words.refresh();
  expect([words.find('坏词'), words.find('怪词')]).toMatchObject([null, { word: '怪词' }]);
  await rm(file);
  words.refresh();
  expect(words.find('怪词')).toBeNull();
});
