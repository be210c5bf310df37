import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import express from 'express';
import { type Measurement, say, tell } from './measurement.ts';
import { startServer } from './server.ts';

/** `GALLERY_ROWS=1000000` looks at a gallery of a million. */
const rows = Number(process.env.GALLERY_ROWS ?? 100_000);
const rounds = 60;
const places = ['湖畔', '山谷', '老街', '江岸', '竹林', '海边', '雪原', '园区', '巷口', '坡地'];
const things = ['别墅', '书店', '茶室', '民宿', '展厅', '教学楼', '客厅', '庭院', '车站', '图书馆', '办公楼', '卧室'];
const manners = ['现代', '新中式', '侘寂', '极简', '工业', '日式', '法式', '原木'];
const weathers = ['晴天', '黄昏', '夜景', '雨天', '雾天', '雪景'];
const categoryIds = ['10101', '10103', '10701', '20101', '30101', '50101', '5010104', '50201', '60101', '40102'];
const keywords = ['别墅', '木', '湖畔别墅', '商场', '新中式 客厅', '夜景', '侘寂', '没有这个词', 'villa', '光影庭院'];
const typings = ['x', 'xz', 'xzs', 'bieshu', '别', '湖畔', 'tushuguan', 'q', 'zzzz', '客'];

/** Lists, layouts, search, suggestions and similar pictures of the running server, over 100,000 made-up rows. */
export async function benchGalleryFinding(): Promise<Measurement[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-gallery-'));
  try {
    await (await startServer(dataDir)).stop();
    seedPictures(path.join(dataDir, 'zhuhui.db'));
    say(`${rows} pictures are there; the server starts on them`);
    const server = await startServer(dataDir);
    try {
      return await measure(server);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure({ origin, longestStandstill }: Awaited<ReturnType<typeof startServer>>): Promise<Measurement[]> {
  const size = rows === 100_000 ? '100,000' : String(rows);
  const of = `of ${size} pictures`;
  // What stood still until the server answered was its program being loaded.
  await longestStandstill();
  const startedAt = performance.now();
  await ask(`${origin}/api/inspiration/pictures?size=1`);
  const readMs = performance.now() - startedAt;
  const standstill = await longestStandstill();
  const time = async (name: string, addresses: readonly string[], target?: string) => {
    const times = await timesOf(addresses.map((address) => `${origin}/api/inspiration/${address}`));
    const p95 = percentile(times, 0.95);
    return tell({ name: `${name} ${of}, p95`, ours: p95, unit: 'ms', ...(target && { target }) });
  };
  const typed = (path_: string, words: readonly string[]) =>
    words.map((word) => `${path_}?keyword=${encodeURIComponent(word)}`);
  const listed = 'pictures?sort=newest&size=40';
  const { nextCursor } = await ask(`${origin}/api/inspiration/${listed}`);
  const found = [
    tell({ name: `index ${of} after the start`, ours: readMs, unit: 'ms' }),
    tell({ name: 'longest standstill while it is read', ours: standstill, unit: 'ms', target: 'below 20 ms' }),
    await time('first page', ['pictures?size=40']),
    await time('next page, filtered', [
      `${listed}&cursor=${nextCursor}&source=%5B%22render%22%5D&orientation=%5B%22landscape%22%5D&classifyId=1`,
    ]),
    await time('search, 40 pictures', typed('pictures', keywords), 'below 50 ms'),
    await time('search, counts', typed('search', keywords), 'below 50 ms'),
    await time('suggestions', typed('suggest', typings), 'below 20 ms'),
    await time(
      'similar pictures',
      [...Array(20).keys()].map((id) => `pictures/${900_000_001 + id * 97}/similar`),
    ),
    await time('counts of categories', ['categoryCounts']),
    await time('layout of all', ['pictures/layout']),
  ];
  found.push(
    tell({ name: 'longest standstill since', ours: await longestStandstill(), unit: 'ms', target: 'below 20 ms' }),
  );
  found.push(await besidePlainServer(`${origin}/api/inspiration/${listed}&classifyId=1`));
  return found;
}

/** The same page of the same rows by Express over an array that is filtered and sorted, as json-server does it. */
async function besidePlainServer(address: string): Promise<Measurement> {
  const pictures = Array.from({ length: rows }, (_, place) => pictureAt(place));
  const app = express();
  app.get('/pictures', (request, response) => {
    const classify = String(request.query.classifyId);
    const found = pictures
      .filter(({ classifyId }) => classifyId.startsWith(classify))
      .toSorted((one, other) => other.publishedAt - one.publishedAt);
    response.set('X-Total-Count', String(found.length)).json(found.slice(0, 40));
  });
  const server = createServer(app as RequestListener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const theirs = percentile(await timesOf([`http://127.0.0.1:${port}/pictures?classifyId=1`]), 0.5);
  const ours = percentile(await timesOf([address]), 0.5);
  server.close();
  const ratio = Math.round((100 * ours) / theirs) / 100;
  const peer = { name: 'Express over an array', ms: theirs };
  return tell({ name: 'list endpoint, median', ours, unit: 'ms', peer, ratio, target: 'below 0.83' });
}

async function ask(address: string): Promise<{ nextCursor: string | null }> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const body = (await response.json()) as { data?: { nextCursor: string | null } };
  return body.data ?? { nextCursor: null };
}

async function timesOf(addresses: readonly string[]): Promise<number[]> {
  for (const address of addresses.slice(0, 3)) await ask(address);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await ask(addresses[round % addresses.length] as string);
    times.push(performance.now() - startedAt);
  }
  return times;
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Half of the titles are each other's, as people's are; a picture has three tags and a sentence. */
function pictureAt(place: number) {
  const pick = <T>(list: readonly T[], step: number): T =>
    list[Math.floor(place / step + place * 7) % list.length] as T;
  const title = `${pick(places, 3)}${pick(things, 11)} · ${pick(manners, 5)}`;
  return {
    id: 900_000_001 + place,
    title,
    description: `${pick(manners, 13)}的${pick(things, 17)}临着${pick(places, 19)}，${pick(weathers, 23)}里光影落在木与石之间，第${place}稿。`,
    tags: [pick(things, 11), pick(manners, 5), `${pick(places, 29)}${pick(weathers, 31)}`],
    classifyId: pick(categoryIds, 7),
    time: pick(weathers, 37),
    width: 1280 + (place % 5) * 256,
    height: 720 + (place % 7) * 128,
    publishedAt: 1_700_000_000_000 + place * 60_000,
  };
}

function seedPictures(file: string): void {
  const db = new Database(file);
  const owner = (db.prepare("SELECT id FROM account WHERE phone_no = '13800000003'").get() as { id: string }).id;
  db.prepare("INSERT INTO stored_file (sha256, bytes, created_at) VALUES ('bench', 1, 0)").run();
  const insertImage = db.prepare(
    `INSERT INTO image (id, owner_id, sha256, width, height, bytes, format, type, is_public, main_color, thumb_hash, created_at)
     VALUES (?, ?, 'bench', ?, ?, 400000, 'png', 2, 1, ?, '', 0)`,
  );
  const insertPicture = db.prepare(
    `INSERT INTO gallery_picture (id, image_id, owner_id, title, description, source, kind, classify_id, time_of_day, state,
       wants_public, dhash, dhash_mirrored, phash, colour_bits, features, collects, created_at, published_at)
     VALUES (@id, @imageId, @owner, @title, @description, @source, 'picture', @classifyId, @time, 'public', 1, @hash,
       @mirrored, @phash, @bits, @features, @collects, @publishedAt, @publishedAt)`,
  );
  const insertTag = db.prepare('INSERT OR IGNORE INTO gallery_tag (picture_id, tag) VALUES (?, ?)');
  let chance = 1;
  const random = () => {
    chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0;
    return chance;
  };
  const hash = () => (random().toString(16) + random().toString(16)).padStart(16, '0').slice(0, 16);
  db.transaction(() => {
    for (let place = 0; place < rows; place++) {
      const { tags, width, height, ...picture } = pictureAt(place);
      const imageId = `img_bench${place}`;
      insertImage.run(imageId, owner, width, height, `#${(random() & 0xffffff).toString(16).padStart(6, '0')}`);
      const features = Buffer.alloc(162);
      for (let at = 0; at < 160; at += 4) features.writeUInt32LE(random(), at);
      insertPicture.run({
        ...picture,
        ...{ imageId, owner, features, hash: hash(), mirrored: hash(), phash: hash() },
        ...{ source: ['render', 'ai', 'photo'][place % 3], bits: random() & 0xfff, collects: place % 50 },
      });
      for (const tag of tags) insertTag.run(picture.id, tag);
    }
  })();
  db.close();
}
