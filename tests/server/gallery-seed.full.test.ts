import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageUrl } from '#shared/domain/image-url';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { createQuickEngine } from '../../mock-server/adapters/render/test/index.ts';
import { openStore } from '../../mock-server/db/open.ts';
import { houseGallery, seedGallery } from '../../mock-server/seed/gallery.ts';
import { createGalleryMore, type GalleryMore } from '../../mock-server/seed/gallery-more.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedPictureWork } from '../support/server-picture-work.ts';
import { drawPicture } from '../support/server-pictures.ts';

let root: string;
let galleryFolder: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'zhuhui-gallery-'));
  galleryFolder = path.join(root, 'gallery');
  await makeGallery(galleryFolder, 14);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const wordsOf = (name: string, classifyId: string) => ({
  ...{ name, title: `${name}号院`, description: '示例', kind: 'picture', classifyId, tags: ['院子', '木'] },
  ...{ view: '人视', time: '晴天' },
});

/** A small house gallery: pictures, a set, a case and a material. */
async function makeGallery(folder: string, count: number): Promise<void> {
  await mkdir(path.join(folder, 'pictures'), { recursive: true });
  const facts = { width: 320, height: 256, mainColor: '#886644', thumbHash: 'FhgOFYJmZ3dveHeJd3h4h4mRcIQI' };
  const pictures = [];
  for (let place = 0; place < count; place++) {
    const name = `court-${place}`;
    const file = `pictures/${name}.webp`;
    await writeFile(path.join(folder, file), await drawPicture('webp', { shade: place * 2 }));
    const classifyId = place % 2 ? '10103' : '50101';
    const recipe = { tool: 'text2Img', params: { promptTxt: '两层别墅' } };
    pictures.push({ ...wordsOf(name, classifyId), ...facts, file, source: 'render', recipe });
  }
  const [material] = pictures;
  const set = { name: 'courts', title: '院子', description: '', tags: ['院子'], classifyId: '101' };
  const story = {
    ...{ name: 'case-court', title: '一座院子', classifyId: '10103', location: '山地', year: 2026, style: '现代' },
    ...{ areaSquareMetres: 268, team: '筑绘编辑部', editor: '建筑编辑', intro: '示例项目。' },
    blocks: [
      { kind: 'text', text: '从入口说起。' },
      { kind: 'picture', picture: 'court-1', caption: '入口' },
      { kind: 'plan', picture: 'court-2', caption: '平面' },
    ],
  };
  const lists = {
    pictures,
    sets: [{ ...set, pictures: ['court-0', 'court-1', 'court-2'] }],
    cases: [story],
    materials: [{ ...material, name: '木', classifyId: '802' }],
    more: ['lake', 'hill'].map((name) => ({
      ...wordsOf(name, '10103'),
      recipe: { tool: 'text2Img', params: { promptTxt: `两层别墅，${name}`, classifyId2: '101', num: 2 } },
    })),
  };
  for (const [name, list] of Object.entries(lists))
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(list));
}

async function contentOf({ deps }: TestServer) {
  const { db } = deps.store;
  const names = async (table: 'gallery_picture' | 'picture_set' | 'design_case') =>
    (await db.selectFrom(table).select('seed_name').orderBy('seed_name').execute()).map((row) => row.seed_name);
  const count = async (table: 'gallery_tag' | 'set_picture' | 'case_picture' | 'material' | 'image' | 'stored_file') =>
    (await db.selectFrom(table).selectAll().execute()).length;
  const house = await db.selectFrom('author_profile').selectAll().where('is_house', '=', 1).execute();
  return {
    pictures: await names('gallery_picture'),
    sets: await names('picture_set'),
    cases: await names('design_case'),
    rows: [
      ...[await count('gallery_tag'), await count('set_picture'), await count('case_picture')],
      ...[await count('material'), await count('image'), await count('stored_file')],
    ],
    editors: house.length,
  };
}

describe('the house’s gallery', () => {
  it('is there after a first start, of editors nobody can log in as, and in folders of the examples', async () => {
    const server = await startTestServer({ isSeeded: true, galleryFolder });
    const { pictures, cases, editors, rows } = await contentOf(server);
    expect([pictures.length, cases, editors]).toEqual([14, ['case-court'], 4]);
    expect(rows.slice(2, 4)).toEqual([2, 1]);
    const { list, total } = await server.visitor().api.imageSets({});
    expect([total, list[0]?.title, list[0]?.author.isHouse, list[0]?.pictureCount]).toEqual([1, '院子', true, 3]);
    const logins = await server.deps.store.db
      .selectFrom('account')
      .innerJoin('author_profile', 'author_profile.account_id', 'account.id')
      .select(['phone_no', 'email', 'login_name', 'password_hash'])
      .execute();
    for (const row of logins) expect(Object.values(row)).toEqual([null, null, null, null]);
    const { visitor } = await server.login('13800000001');
    expect((await visitor.api.collections({})).map((folder) => [folder.name, folder.pictureCount])).toEqual([
      ['住宅立面', 7],
      ['客厅参考', 7],
    ]);
    expect(await server.faults()).toEqual([]);
    await server.close();
  });

  it('is none of a start without examples', async () => {
    const server = await startTestServer({ galleryFolder });
    expect(await contentOf(server)).toMatchObject({ pictures: [], sets: [], cases: [], editors: 0 });
    await server.close();
  });

  const moments = [
    ...[0, 5, 6, 13].map((row) => ['gallery_picture', row] as const),
    ...[['image', 9] as const, ['material', 0] as const, ['picture_set', 0] as const, ['design_case', 0] as const],
    ['set_picture', 4] as const,
  ];
  let whole: Awaited<ReturnType<typeof contentOf>>;
  beforeAll(async () => {
    const server = await startTestServer({ isSeeded: true, galleryFolder });
    whole = await contentOf(server);
    await server.close();
  });
  it.each(moments)('cut off while it put in row %s %i is carried on by the next start', async (table, row) => {
    const dataDir = await mkdtemp(path.join(root, 'cut-'));
    const store = openStore(path.join(dataDir, 'zhuhui.db'));
    await sql
      .raw(`CREATE TRIGGER cut BEFORE INSERT ON ${table} WHEN (SELECT count(*) FROM ${table}) = ${row}
        BEGIN SELECT RAISE(ABORT, 'cut off'); END`)
      .execute(store.db);
    await expect(startTestServer({ isSeeded: true, galleryFolder, dataDir })).rejects.toThrow('cut off');
    await sql`DROP TRIGGER cut`.execute(store.db);
    await store.close();
    const again = await startTestServer({ isSeeded: true, galleryFolder, dataDir });
    expect(await contentOf(again)).toEqual(whole);
    expect(await again.faults()).toEqual([]);
    await again.close();
  });

  it('takes in what a later version brings, and leaves what is there', async () => {
    const folder = path.join(root, 'later');
    await makeGallery(folder, 4);
    const dataDir = await mkdtemp(path.join(root, 'later-data-'));
    const first = await startTestServer({ isSeeded: true, galleryFolder: folder, dataDir });
    await first.deps.store.db.updateTable('gallery_picture').set({ title: '改过' }).execute();
    await first.stop(1000);
    await cp(galleryFolder, folder, { recursive: true });
    const later = await startTestServer({ isSeeded: true, galleryFolder: folder, dataDir });
    const titles = await later.deps.store.db.selectFrom('gallery_picture').select('title').execute();
    expect([titles.length, titles.filter(({ title }) => title === '改过').length]).toEqual([14, 4]);
    await later.close();
  });

  it('as it is delivered is put in a few pictures at a time, so that others are answered between them', async () => {
    const server = await startTestServer();
    const pictures = JSON.parse(await readFile(path.join(houseGallery, 'pictures.json'), 'utf8')) as unknown[];
    let isSeeding = true;
    const seeding = seedGallery(server.deps, houseGallery).finally(() => {
      isSeeding = false;
    });
    const seen = new Set<number>();
    while (isSeeding) {
      seen.add((await server.deps.store.db.selectFrom('gallery_picture').select('id').execute()).length);
      await setImmediate();
    }
    await seeding;
    expect([...seen].filter((count) => count > 0 && count < pictures.length).length).toBeGreaterThan(3);
    expect((await contentOf(server)).pictures).toHaveLength(pictures.length);
    await server.close();
  });
});

describe('a first look at a wall', () => {
  it('is served of what was made beforehand: no picture is decoded, in any width of a wall', async () => {
    const copied: string[] = [];
    const pictureWork = {
      ...sharedPictureWork(),
      copy: (_owner: string, { file }: { file: string }) =>
        Promise.reject(new Error(`asked to copy ${copied.push(file)}`)),
    };
    const server = await startTestServer({ isSeeded: true, galleryFolder: houseGallery, pictureWork });
    const rows = server.deps.store.db.selectFrom('gallery_picture').innerJoin('image', 'image.id', 'image_id');
    const images = await rows.select(['image.id', 'image.width', 'image.height', 'image.bytes']).execute();
    expect(images.length).toBeGreaterThan(150);
    const visitor = server.visitor();
    for (const { id, width, height, bytes } of images) {
      const answer = await visitor.fetch(imageUrl(id, { w: 480 }));
      const copy = Buffer.from(await answer.arrayBuffer());
      const found = await sharp(copy).metadata();
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect([found.format, found.width, found.height]).toEqual(['webp', 480, Math.round((480 * height) / width)]);
      expect(copy.length).toBeLessThan(bytes);
    }
    for (const { id } of images.slice(0, 6)) expect((await visitor.fetch(imageUrl(id, { w: 360 }))).status).toBe(200);
    expect(copied).toEqual([]);
    expect((await visitor.fetch(imageUrl(images[0]?.id ?? '', { w: 960 }))).status).toBe(500);
    expect(copied).toHaveLength(1);
    await server.close();
  });
});

describe('further pictures', () => {
  it('are rendered one after the other while nobody waits, across a stop, and join the gallery', async () => {
    const dataDir = await mkdtemp(path.join(root, 'more-'));
    const start = (engine: RenderEngine | 'test') =>
      startTestServer({ isSeeded: true, galleryFolder, dataDir, engine, tools: ['text2Img', 'toline'] });
    const growing = ({ deps }: TestServer) =>
      createGalleryMore({ ...deps, settle: deps.gallery.publishing.settle, folder: galleryFolder });
    const house = async ({ deps }: TestServer) => {
      const rows = deps.store.db.selectFrom('gallery_picture').select('seed_name').where('id', '>', 14);
      return (await rows.orderBy('id').execute()).map((row) => row.seed_name);
    };
    const turns = async (server: TestServer, more: GalleryMore, times: number) => {
      for (let turn = 0; turn < times; turn++) {
        await more.advance();
        await server.deps.runner.idle();
      }
    };

    const busy = await start('test');
    const who = await busy.member();
    const { imageId } = await who.upload(await drawPicture());
    busy.engine.hold();
    await who.api.startTask({ tool: 'toline', params: { upload_img: imageId }, clientKey: 'mine' });
    await growing(busy).advance();
    expect(await busy.deps.store.db.selectFrom('task').select('tool').execute()).toEqual([{ tool: 'toline' }]);
    busy.engine.release();
    await busy.deps.runner.idle();
    await busy.stop(1000);

    const first = await start(createQuickEngine());
    await turns(first, growing(first), 3);
    expect(await house(first)).toEqual(['lake']);
    await first.stop(1000);
    const second = await start(createQuickEngine());
    await turns(second, growing(second), 6);
    expect(await house(second)).toEqual(['lake', 'hill']);
    const { list } = await second.visitor().api.imageSets({});
    expect(list).toHaveLength(1);
    const shown = await second.deps.galleryPictures.cards(null, [15, 16]);
    expect(shown.map((card) => [card.title, card.author.isHouse])).toEqual([
      ['lake号院', true],
      ['hill号院', true],
    ]);
    for (const { url } of shown) expect((await second.visitor().fetch(url)).status).toBe(200);
    expect(await second.faults()).toEqual([]);
    await second.close();
  });
});
