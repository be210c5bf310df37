import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, platform, tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawPicture } from '../../../../tests/support/server-pictures.ts';
import { createPictureWork, type PictureWork } from './picture-work.ts';
import type { CopyPlan } from './view.rules.ts';

let folder: string;
let pictures: PictureWork;
let huge: { file: string; width: number; height: number };
let small: { file: string; width: number; height: number };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-pictures-'));
  pictures = createPictureWork();
  huge = { file: path.join(folder, 'huge.png'), width: 8000, height: 8000 };
  small = { file: path.join(folder, 'small.png'), width: 320, height: 256 };
  await sharp({ create: { ...huge, channels: 3, background: '#789' } })
    .png()
    .toFile(huge.file);
  await writeFile(small.file, await drawPicture());
});
afterAll(async () => {
  await pictures.close();
  await rm(folder, { recursive: true, force: true });
});

const large: CopyPlan = { resize: undefined, format: 'webp', quality: 100, isMarked: false, pixels: 64_000_000 };
const thumb: CopyPlan = { ...large, resize: { width: 160, fit: 'inside' }, pixels: 160 * 128 };
const wanted = () => new AbortController().signal;
const target = (name: string) => path.join(folder, name);

/** A long copy under way in a process of its own. */
async function beginLong(owner: string, signal: AbortSignal, name: string) {
  const before = new Set(pictures.pids());
  const copy = pictures.copy(owner, huge, target(name), large, signal);
  const outcome = copy.then(
    () => 'made',
    (error: Error & { reason?: string }) => error.reason ?? error.name,
  );
  return { outcome, started: pictures.pids().filter((pid) => !before.has(pid)) };
}

it('makes a small copy for one while another’s large ones fill their lane', async () => {
  const leave = new AbortController();
  const greedy = [...Array(16).keys()].map((place) => beginLong('greedy', leave.signal, `large-${place}`));
  const first = await Promise.race([
    Promise.all(greedy.map(async (work) => (await work).outcome)).then(() => 'the large ones'),
    pictures.copy('other', small, target('thumb'), thumb, wanted()).then(() => 'the small one'),
  ]);
  expect(first).toBe('the small one');
  expect((await sharp(target('thumb')).metadata()).width).toBe(160);
  leave.abort();
  for (const work of greedy) expect(await (await work).outcome).toBe('AbortError');
  // Nothing of them is left or goes on.
  expect((await readdir(folder)).filter((name) => name.startsWith('large-'))).toEqual([]);
  expect(pictures.pids().length).toBeLessThanOrEqual(availableParallelism() + 2);
});

it('gives nobody more than half of a lane', async () => {
  const leave = new AbortController();
  const lane = Math.max(2, Math.floor(availableParallelism() / 2));
  const works = [];
  for (let place = 0; place < lane + 3; place++) works.push(await beginLong('greedy', leave.signal, `half-${place}`));
  expect(works.flatMap((work) => work.started).length).toBe(Math.floor(lane / 2));
  leave.abort();
  await Promise.all(works.map((work) => work.outcome));
});

it('refuses who lets more wait than anybody looks at', async () => {
  const leave = new AbortController();
  const outcomes = [...Array(260).keys()].map(
    async (place) => (await beginLong('flood', leave.signal, `flood-${place}`)).outcome,
  );
  const refused = await Promise.race(outcomes.slice(-1));
  expect(refused).toBe('request.too_often');
  leave.abort();
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['AbortError', 'request.too_often']));
});

it.runIf(platform() === 'linux')('steps back before the server, with every thread', async () => {
  await pictures.copy('somebody', small, target('nice'), thumb, wanted());
  for (const pid of pictures.pids()) {
    const threads = await readdir(`/proc/${pid}/task`);
    // The first is the one that starts those which decode.
    const status = await readFile(`/proc/${pid}/task/${threads[0]}/stat`, 'utf8');
    expect(Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[16])).toBeGreaterThanOrEqual(5);
  }
});
