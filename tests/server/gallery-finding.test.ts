import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#shared/domain/time';
import { categories } from '#shared/tools/categories';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawHouse, publishOn, reviewOn } from '../support/server-gallery.ts';
import { designerOn, makeWork } from '../support/server-works.ts';

let server: TestServer;
let author: Member;
beforeAll(async () => {
  server = await startTestServer();
  author = await server.member();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const idsOf = (answer: { list: ReadonlyArray<{ id: number }> }) => answer.list.map(({ id }) => id);

describe('publishing', () => {
  it('shows an upload to its owner alone until staff let it through, and to all from then on', async () => {
    const visitor = server.visitor();
    const before = (await visitor.api.pictures({})).total;
    const card = await publishOn(server, author, { title: '等待审核', state: 'pending', tags: ['木', '湖畔'] });
    expect(card).toMatchObject({ isOwn: true, source: 'render', kind: 'picture' });
    expect((await visitor.api.pictures({})).total).toBe(before);
    expect(await refusal(visitor.api.picture({ id: card.id }))).toMatchObject({ status: 404 });
    expect((await visitor.fetch(card.url)).status).toBe(404);
    expect(idsOf(await author.api.pictures({ isOwn: true }))).toContain(card.id);

    await reviewOn(server, card.id, 'public');
    expect(idsOf(await visitor.api.pictures({ sort: 'newest' }))[0]).toBe(card.id);
    const detail = await visitor.api.picture({ id: card.id });
    expect(detail).toMatchObject({ isOwn: false, tags: ['木', '湖畔'], recipe: null, rejectedBecause: null });
    const file = await visitor.fetch(card.url);
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, max-age=60, must-revalidate']);
    const again = await visitor.raw('GET', card.url, { 'if-none-match': file.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it("of a result names the tool and what it was made with, without anybody's pictures", async () => {
    const designer = await designerOn(server);
    const { imageId } = await makeWork(server, designer, designer.imageId);
    const draft = { imageId, title: '放大的图', source: 'photo' as const, clientKey: 'result' };
    const card = await designer.api.publishPicture(draft);
    expect(card).toMatchObject({ source: 'ai', state: 'pending' });
    const { recipe } = await designer.api.picture({ id: card.id });
    expect(recipe).toMatchObject({ tool: 'upScaleImg', params: { scale: 2 } });
    expect(JSON.stringify(recipe)).not.toContain(designer.imageId);
    // The same key again is the same publication; the picture under another key stands there already.
    expect(await designer.api.publishPicture(draft)).toEqual(card);
    expect(await refusal(designer.api.publishPicture({ ...draft, clientKey: 'other' }))).toMatchObject({
      reason: 'gallery.already_published',
    });
    const { imageId: second } = await makeWork(server, designer, imageId);
    expect(await refusal(designer.api.publishPicture({ ...draft, imageId: second }))).toMatchObject({
      reason: 'request.client_key_reused',
    });
  });

  it("takes only one's own pictures, and categories that exist", async () => {
    const card = await publishOn(server, author);
    const other = await server.member();
    const draft = { imageId: card.imageId, title: '别人的图', clientKey: 'theft' };
    expect(await refusal(other.api.publishPicture(draft))).toMatchObject({ reason: 'image.not_found' });
    const { imageId } = await designerOn(server);
    expect(await refusal(other.api.publishPicture({ ...draft, imageId }))).toMatchObject({ status: 404 });
    expect(await refusal(author.api.editPicture({ id: card.id, classifyId: '99' }))).toMatchObject({
      reason: 'gallery.no_such_category',
    });
    expect(await refusal(other.api.editPicture({ id: card.id, title: '改名' }))).toMatchObject({ status: 404 });
    expect(await refusal(other.api.removePicture({ id: card.id }))).toMatchObject({ status: 404 });
  });

  it('is taken back at once by making it private, removing it or refusing it, and restored for a week', async () => {
    const visitor = server.visitor();
    const card = await publishOn(server, author);
    const isShown = async () => {
      const listed = idsOf(await visitor.api.pictures({ size: 100 })).includes(card.id);
      const { ids } = await visitor.api.pictureLayout({});
      const detail = await visitor.api.picture({ id: card.id }).then(
        () => true,
        () => false,
      );
      const file = (await visitor.fetch(card.url)).ok;
      return [listed, ids.includes(card.id), detail, file];
    };
    const [yes, no] = [Array(4).fill(true), Array(4).fill(false)];
    expect(await isShown()).toEqual(yes);
    await author.api.editPicture({ id: card.id, isPrivate: true });
    expect(await isShown()).toEqual(no);
    expect((await author.api.editPicture({ id: card.id, isPrivate: false })).state).toBe('pending');
    expect(await isShown()).toEqual(no);
    await reviewOn(server, card.id, 'public');
    expect(await isShown()).toEqual(yes);
    await author.api.removePicture({ id: card.id });
    expect(await isShown()).toEqual(no);
    await author.api.restorePicture({ id: card.id });
    expect(await isShown()).toEqual(yes);
    await reviewOn(server, card.id, 'rejected');
    expect(await isShown()).toEqual(no);
    expect((await author.api.picture({ id: card.id })).rejectedBecause).toBe('不合适');
    await author.api.removePicture({ id: card.id });
    server.clock.set({ advanceMs: 7 * day + minute });
    expect(await refusal(author.api.restorePicture({ id: card.id }))).toMatchObject({ status: 404 });
  });
});

describe('a list of pictures', () => {
  it('is walked by a cursor that neither repeats nor skips while pictures come and go', async () => {
    const own = await server.member();
    const cards = [];
    for (let at = 0; at < 9; at++) {
      server.clock.set({ advanceMs: minute });
      cards.push(await publishOn(server, own, { title: `第 ${at} 张` }));
    }
    const query = { sort: 'newest' as const, authorId: own.accountId, size: 4 };
    const newestFirst = cards.map(({ id }) => id).toReversed();
    const first = await own.api.pictures(query);
    expect(idsOf(first)).toEqual(newestFirst.slice(0, 4));
    expect(first.total).toBe(9);
    server.clock.set({ advanceMs: minute });
    const late = await publishOn(server, own, { title: '后来的' });
    await own.api.removePicture({ id: newestFirst[3] ?? 0 });
    const second = await own.api.pictures({ ...query, cursor: first.nextCursor ?? '' });
    const third = await own.api.pictures({ ...query, cursor: second.nextCursor ?? '' });
    expect([...idsOf(second), ...idsOf(third)]).toEqual(newestFirst.slice(4));
    expect(third.nextCursor).toBeNull();
    const layout = await own.api.pictureLayout({ sort: 'newest', authorId: own.accountId });
    expect(layout.ids).toEqual([late.id, ...newestFirst.filter((_, at) => at !== 3)]);
    expect([layout.widths[0], layout.heights[0]]).toEqual([320, 256]);
    expect(`#${layout.colours[0]?.toString(16).padStart(6, '0')}`).toBe(late.mainColor);
    // Cards of a layout are fetched by id, in the order asked for.
    const asked = [newestFirst[5] ?? 0, 999_999_999, late.id];
    expect(idsOf(await own.api.pictures({ ids: asked }))).toEqual([asked[0], late.id]);
  });

  it('is filtered by what is asked: any value of one filter, all of several', async () => {
    const own = await server.member();
    const authorId = own.accountId;
    const wide = await publishOn(server, own, { classifyId: '10103', width: 2048, height: 600 });
    const tall = await publishOn(server, own, { classifyId: '10201', width: 260, height: 390 });
    const plan = await publishOn(server, own, { classifyId: '60101', width: 300, height: 300 });
    const find = async (filters: object) =>
      idsOf(await own.api.pictures({ sort: 'newest', authorId, ...filters })).toSorted();
    expect(await find({})).toEqual([wide.id, tall.id, plan.id]);
    expect(await find({ classifyId: '1' })).toEqual([wide.id, tall.id]);
    expect(await find({ classifyId: '101' })).toEqual([wide.id]);
    expect(await find({ classifyId: '10103' })).toEqual([wide.id]);
    expect(await find({ classifyId: '777' })).toEqual([]);
    expect(await find({ orientation: ['portrait', 'square'] })).toEqual([tall.id, plan.id]);
    expect(await find({ orientation: ['portrait', 'square'], kind: ['plan'] })).toEqual([plan.id]);
    expect(await find({ isLarge: true })).toEqual([wide.id]);
    expect(await find({ source: ['photo'] })).toEqual([]);
  });

  it('leaves out who is blocked, in either direction, and what does not interest', async () => {
    const reader = await server.member();
    const other = await server.member();
    const card = await publishOn(server, other);
    const dull = await publishOn(server, other);
    const find = async () => idsOf(await reader.api.pictures({ authorId: other.accountId, sort: 'newest' }));
    await reader.api.hidePicture({ id: dull.id });
    expect(await find()).toEqual([card.id]);
    expect((await reader.api.picture({ id: dull.id })).id).toBe(dull.id);
    await reader.api.hidePicture({ id: dull.id, isHidden: false });
    expect(await find()).toEqual([dull.id, card.id]);

    const block = (account_id: string, blocked_id: string) =>
      server.deps.store.db.insertInto('author_block').values({ account_id, blocked_id, created_at: 0 }).execute();
    await block(other.accountId, reader.accountId);
    const layout = await reader.api.pictureLayout({ authorId: other.accountId });
    expect([await find(), layout.ids]).toEqual([[], []]);
    expect(await refusal(reader.api.picture({ id: card.id }))).toMatchObject({ status: 404 });
    expect(idsOf(await server.visitor().api.pictures({ authorId: other.accountId }))).toHaveLength(2);
  });

  it('of a set or a folder is seen by whom it is open to, and shows no more than they may see', async () => {
    const own = await server.member();
    const [seen, secret] = [await publishOn(server, own), await publishOn(server, own, { state: 'private' })];
    const put = async (id: string, kind: 'set' | 'folder', is_private: 0 | 1) => {
      const times = { created_at: 0, updated_at: 0, deleted_at: null };
      const none = { cover_picture_id: null, seed_name: null, client_key: null };
      const { db } = server.deps.store;
      await db
        .insertInto('picture_set')
        .values({ id, kind, owner_id: own.accountId, title: id, is_private, ...none, ...times })
        .execute();
      const rows = [secret.id, seen.id].map((picture_id, place) => ({ set_id: id, picture_id, place, added_at: 0 }));
      await db.insertInto('set_picture').values(rows).execute();
    };
    await put('open_set', 'set', 0);
    await put('own_folder', 'folder', 1);
    const visitor = server.visitor();
    expect(idsOf(await own.api.pictures({ imageSetId: 'open_set' }))).toEqual([secret.id, seen.id]);
    expect(idsOf(await visitor.api.pictures({ imageSetId: 'open_set' }))).toEqual([seen.id]);
    expect((await visitor.api.pictureLayout({ imageSetId: 'open_set' })).ids).toEqual([seen.id]);
    expect((await own.api.pictures({ folderId: 'own_folder', size: 1 })).nextCursor).not.toBeNull();
    const hidden = visitor.api.pictures({ folderId: 'own_folder' });
    expect(await refusal(hidden)).toMatchObject({ reason: 'gallery.folder_not_found' });
    expect(await refusal(own.api.pictures({ imageSetId: 'own_folder' }))).toMatchObject({ status: 404 });
    expect((await visitor.api.picture({ id: seen.id })).imageSets).toEqual([{ id: 'open_set', title: 'open_set' }]);
  });

  it('refuses what makes no sense, clearly', async () => {
    const visitor = server.visitor();
    for (const cursor of ['nonsense', '!!', Buffer.from('1 x').toString('base64url')])
      expect(await refusal(visitor.api.pictures({ cursor }))).toMatchObject({ reason: 'gallery.bad_cursor' });
    expect(await refusal(visitor.api.pictures({ isOwn: true }))).toMatchObject({ status: 401 });
    for (const query of ['size=0', 'size=1e9', 'colour=%5B%22pink%22%5D', 'ids=%5B-1%5D', 'sort=odd'])
      expect((await visitor.fetch(`/api/inspiration/pictures?${query}`)).status).toBe(422);
    for (const id of ['0', '-1', 'x', '1e99', '99999999'])
      expect([404, 422]).toContain((await visitor.fetch(`/api/inspiration/pictures/${id}`)).status);
  });
});

/** Stripes from top to bottom. */
async function drawStripes(): Promise<Buffer> {
  const stripe = (x: number) => `<rect x="${x}" width="20" height="320" fill="#a03a8c"/>`;
  const stripes = Array.from({ length: 12 }, (_, place) => stripe(place * 40)).join('');
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">${stripes}</svg>`))
    .flatten({ background: '#f4f0a0' })
    .png()
    .toBuffer();
}

describe('pictures like another one', () => {
  it('are those laid out and coloured alike, the likest first, without copies of it and what must not be seen', async () => {
    const own = await server.member();
    const publish = async (bytes: Buffer, state: 'public' | 'private' = 'public', classifyId = '10101') =>
      (await publishOn(server, own, { bytes, state, classifyId })).id;
    const one = await publish(await drawHouse());
    const copy = await publish(
      await sharp(await drawHouse())
        .resize(960)
        .jpeg({ quality: 70 })
        .toBuffer(),
    );
    const mirror = await publish(await drawHouse({ isMirrored: true }));
    const alike = await publish(await drawHouse({ roof: 40, colour: '#c9b79a', sky: '#8fb8e0' }));
    const secret = await publish(await drawHouse({ roof: 60 }), 'private');
    const far = await publish(await drawStripes(), 'public', '901');
    const visitor = server.visitor();
    const found = idsOf(await visitor.api.similarPictures({ id: one }));
    for (const id of [one, copy, mirror, secret]) expect(found).not.toContain(id);
    expect(found.indexOf(alike)).toBe(0);
    expect(found.indexOf(far)).toBeGreaterThan(0);
    expect(idsOf(await own.api.similarPictures({ id: one }))).not.toContain(secret);
    // Only the category counts: what lies elsewhere in the tree has nothing in common.
    const byCategory = await visitor.api.similarPictures({ id: one, layout: 0, colour: 0, category: 1, size: 100 });
    expect(idsOf(byCategory)).toContain(alike);
    expect(idsOf(byCategory)).not.toContain(far);
    const page = await visitor.api.similarPictures({ id: one, size: 1 });
    const next = await visitor.api.similarPictures({ id: one, size: 1, cursor: page.nextCursor ?? '' });
    expect([...idsOf(page), ...idsOf(next)]).toEqual(found.slice(0, 2));
    await own.api.removePicture({ id: alike });
    expect(idsOf(await visitor.api.similarPictures({ id: one }))).not.toContain(alike);
    expect(await refusal(visitor.api.similarPictures({ id: secret }))).toMatchObject({ status: 404 });
  });

  it("are found by a picture of one's own or a part of it, copies apart", async () => {
    const own = await server.member();
    const bytes = await drawHouse({ roof: 120, colour: '#b0553f', sky: '#d8c0a0' });
    const shown = await publishOn(server, own, { bytes });
    const other = await server.member();
    const { imageId } = await other.upload(await sharp(bytes).resize(640).webp().toBuffer(), 'house.webp');
    const answer = await other.api.picturesLike({ imageId });
    expect(idsOf({ list: answer.copies })).toEqual([shown.id]);
    expect(idsOf(answer)).not.toContain(shown.id);
    expect(answer.list.length).toBeGreaterThan(0);
    const crop = { x: 0.5, y: 0.3, width: 0.5, height: 0.6 };
    const part = await other.api.picturesLike({ imageId, crop });
    expect(part.copies).toEqual([]);
    expect(await refusal(own.api.picturesLike({ imageId }))).toMatchObject({ reason: 'image.not_found' });
  });

  it('know the colours they are filtered by', async () => {
    const own = await server.member();
    const card = await publishOn(server, own, { bytes: await drawHouse({ roof: 20 }) });
    const { colours } = await own.api.picture({ id: card.id });
    expect(colours).toEqual(expect.arrayContaining(['green', 'blue']));
    const find = (colour: typeof colours) => own.api.pictures({ authorId: own.accountId, colour });
    expect((await find(['green'])).total).toBe(1);
    expect((await find(['purple'])).total).toBe(0);
  });
});

describe('searching', () => {
  let own: Member;
  const made = new Map<string, number>();
  beforeAll(async () => {
    own = await server.member();
    await server.deps.store.db
      .updateTable('account')
      .set({ nick_name: '沈砚秋' })
      .where('id', '=', own.accountId)
      .execute();
    const put = async (name: string, draft: Parameters<typeof publishOn>[2]) =>
      made.set(name, (await publishOn(server, own, draft)).id);
    await put('lake', { title: '听泉山居', tags: ['叠水', '竹林'], description: '溪水绕过茶室，檐下一方砚台。' });
    await put('mall', { title: '云厦购物中心 Skyline', classifyId: '10703' });
    await put('wabi', { title: '陶土客厅', classifyId: '5010401' });
    await put('secret', { title: '绝密竹楼', tags: ['藏名词'], state: 'private' });
    await put('waiting', { title: '待审竹亭', tags: ['候审词'], state: 'pending' });
    await put('refused', { title: '退回竹舍', tags: ['退回词'], state: 'rejected' });
  });
  const find = async (keyword: string) => idsOf(await server.visitor().api.pictures({ keyword, size: 100 }));
  const id = (name: string) => made.get(name) ?? 0;
  const texts = async (keyword: string) =>
    (await server.visitor().api.suggestions({ keyword })).map(({ text }) => text);

  it('finds words of one and two characters in title, tags, description, category and author, and Latin words', async () => {
    for (const keyword of ['泉', '听泉', '听泉山居', '叠水', '竹', '砚台', '茶室的竹林', '听泉 竹林'])
      expect(await find(keyword), keyword).toContain(id('lake'));
    expect(await find('听泉 购物')).toEqual([]);
    expect(await find('skyline')).toEqual([id('mall')]);
    expect(await find('SKY')).toEqual([id('mall')]);
    expect(await find('沈砚秋')).toEqual(expect.arrayContaining([id('lake'), id('mall'), id('wabi')]));
    // What stands in the title comes before what stands in the description.
    expect((await find('砚'))[0]).not.toBe(id('wabi'));
    expect(await find('100% _ \\ " OR 1=1')).toEqual([]);
  });

  it('looks for what means the same as well, and says so', async () => {
    for (const keyword of ['商场', 'mall', '商业综合体']) expect(await find(keyword), keyword).toContain(id('mall'));
    const { synonyms, counts } = await server.visitor().api.searchGallery({ keyword: '商场' });
    expect(synonyms).toEqual(expect.arrayContaining(['购物中心', 'mall']));
    expect(counts.pictures).toBe((await server.visitor().api.pictures({ keyword: '商场' })).total);
    expect(await find('wabi-sabi')).toContain(id('wabi'));
    expect(await find('起居室')).toContain(id('wabi'));
  });

  it('names what is near where nothing is found, by letters and by sound', async () => {
    const near = async (keyword: string) => (await server.visitor().api.searchGallery({ keyword })).nearest;
    expect(await near('听泉山屋')).toContain('听泉山居');
    expect(await near('蝶水')).toContain('叠水');
    expect(await near('skyljne')).toContain('skyline');
    expect(await near('听泉')).toEqual([]);
  });

  it('suggests by characters, pinyin and initials, and marks what was typed', async () => {
    const api = server.visitor().api;
    expect(await texts('听泉')).toContain('听泉山居');
    expect(await texts('tingquan')).toContain('听泉山居');
    const [initials] = (await api.suggestions({ keyword: 'tqsj' })).filter(({ kind }) => kind === 'word');
    expect(initials).toMatchObject({ text: '听泉山居', marks: [[0, 4]] });
    expect((await api.suggestions({ keyword: 'shanj' })).find(({ text }) => text === '听泉山居')?.marks).toEqual([
      [2, 4],
    ]);
    const categoryNames = (await api.suggestions({ keyword: 'xzs' })).filter(({ kind }) => kind === 'category');
    expect(categoryNames[0]).toMatchObject({ text: '新中式', hint: expect.stringContaining(' · ') });
    expect(await api.suggestions({ keyword: '沈砚' })).toContainEqual(
      expect.objectContaining({ kind: 'author', text: '沈砚秋', id: own.accountId, marks: [[0, 2]] }),
    );
    const hot = await api.hotWords({});
    expect(hot.length).toBeGreaterThanOrEqual(12);
    expect((await api.suggestions({ keyword: ' ' })).map(({ text }) => text)).toEqual(hot.slice(0, 10));
  });

  it('never tells of what is private, waiting, refused or removed', async () => {
    const visitor = server.visitor();
    for (const keyword of ['绝密竹楼', '藏名词', '待审竹亭', '候审词', '退回竹舍', '退回词']) {
      expect(await find(keyword), keyword).toEqual([]);
      expect(await texts(keyword), keyword).toEqual([]);
      const answer = await visitor.api.searchGallery({ keyword });
      expect(answer.counts.pictures).toBe(0);
      expect(JSON.stringify(answer.nearest)).not.toContain(keyword);
    }
    const gone = await publishOn(server, own, { title: '昙花一现馆', tags: ['昙花'] });
    expect(await find('昙花')).toEqual([gone.id]);
    await own.api.editPicture({ id: gone.id, title: '改名之馆', tags: ['改词'] });
    expect([await find('昙花'), await find('改名'), await texts('改词')]).toEqual([[], [], []]);
    await reviewOn(server, gone.id, 'public');
    expect([await find('昙花'), await texts('昙花'), await find('改名')]).toEqual([[], [], [gone.id]]);
    await own.api.removePicture({ id: gone.id });
    expect([await find('改名'), await texts('改名'), await texts('改词')]).toEqual([[], [], []]);
    const reader = await server.member();
    const { db } = server.deps.store;
    await db
      .insertInto('author_block')
      .values({ account_id: reader.accountId, blocked_id: own.accountId, created_at: 0 })
      .execute();
    expect((await reader.api.pictures({ keyword: '听泉' })).total).toBe(0);
    expect((await reader.api.searchGallery({ keyword: '沈砚秋' })).counts).toMatchObject({ pictures: 0, authors: 0 });
  });

  it('suggests no word that leads only to pictures kept from who types, and counts the others without them', async () => {
    const [loud, other, reader] = await Promise.all([server.member(), server.member(), server.member()]);
    await publishOn(server, loud, { title: '吵闹驿站', tags: ['共有檐口'] });
    await publishOn(server, other, { title: '安静驿馆', tags: ['共有檐口'] });
    const dull = await publishOn(server, other, { title: '乏味凉棚' });
    await publishOn(server, reader, { title: '静谧书斋' });
    const words = async (member: Member, keyword: string) =>
      (await member.api.suggestions({ keyword })).flatMap(({ kind, text, hint }) =>
        kind === 'word' ? [text, hint] : [],
      );
    const near = async (member: Member, keyword: string) => (await member.api.searchGallery({ keyword })).nearest;
    expect(await words(reader, 'chaonaoyz')).toEqual(['吵闹驿站', '1 张']);
    expect(await near(reader, '吵闹驿占')).toContain('吵闹驿站');
    await reader.api.blockAuthor({ id: loud.accountId, isBlocked: true });
    for (const [typing, typist] of [
      ['吵闹', reader],
      ['jingmi', loud],
    ] as const)
      expect(await words(typist, typing), typing).toEqual([]);
    expect(await near(reader, '吵闹驿占')).not.toContain('吵闹驿站');
    expect(await words(reader, '共有檐口')).toEqual(['共有檐口', '1 张']);
    await reader.api.hidePicture({ id: dull.id });
    expect(await words(reader, '乏味')).toEqual([]);
    expect(await words(other, '吵闹')).toEqual(['吵闹驿站', '1 张']);
    expect(await words(other, '共有檐口')).toEqual(['共有檐口', '2 张']);
  });

  it('walks its pages by cursor, the best first', async () => {
    const other = await server.member();
    for (let place = 0; place < 5; place++) await publishOn(server, other, { title: `榫卯 ${place}`, tags: ['斗拱'] });
    const best = await publishOn(server, other, { title: '斗拱榫卯', tags: ['斗拱'] });
    const seen: number[] = [];
    for (let cursor: string | undefined; seen.length < 20; ) {
      const page = await server.visitor().api.pictures({ keyword: '榫卯 斗拱', size: 2, cursor });
      seen.push(...idsOf(page));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
    expect(seen[0]).toBe(best.id);
  });
});

describe('categories', () => {
  it('are the presets, with what was added and without what is hidden', async () => {
    const visitor = server.visitor();
    expect(await visitor.api.getAllClassify({})).toEqual(categories);
    const { store, categories: tree } = server.deps;
    const row = { name: '船屋', level: 2, place: 99, preset_id: '1', created_at: 0 };
    await store.db
      .insertInto('category')
      .values({ id: '190', parent_id: '1', ...row })
      .execute();
    await store.db.updateTable('category').set({ is_hidden: 1 }).where('id', '=', '2').execute();
    await tree.load();
    const after = await visitor.api.getAllClassify({});
    expect(after.map(({ id }) => id)).not.toContain('2');
    expect(after[0]?.children.at(-1)).toEqual({ id: '190', name: '船屋', children: [] });
    await store.db.deleteFrom('category').where('id', '=', '190').execute();
    await store.db.updateTable('category').set({ is_hidden: 0 }).where('id', '=', '2').execute();
    await tree.start();
    expect(await visitor.api.getAllClassify({})).toEqual(categories);
  });

  it('count what everybody may see, at every level above', async () => {
    const own = await server.member();
    const count = async (id: string) =>
      (await server.visitor().api.categoryCounts({})).find(({ classifyId }) => classifyId === id);
    const ids = ['5', '502', '50202'];
    const countAll = () => Promise.all(ids.map(async (id) => (await count(id))?.pictures ?? 0));
    const before = await countAll();
    await publishOn(server, own, { classifyId: '5020203' });
    await publishOn(server, own, { classifyId: '50202', state: 'private' });
    await publishOn(server, own, { classifyId: '50202', state: 'pending' });
    expect(await countAll()).toEqual(before.map((amount) => amount + 1));
    expect(await count('5020203')).toBeUndefined();
    expect((await count('50202'))?.coverUrl).toMatch(/^\/api\/images\/img_/);
  });

  it('list the materials with their pictures', async () => {
    const { imageId } = await designerOn(server);
    const row = {
      id: 'm1',
      name: '白蜡木',
      kind: 'material' as const,
      classify_id: '802',
      image_id: imageId,
      place: 0,
    };
    await server.deps.store.db.insertInto('material').values(row).execute();
    const [material] = await server.visitor().api.getAllSuCai({});
    expect(material).toMatchObject({ id: 'm1', name: '白蜡木', classifyId: '802', width: 320, height: 256 });
  });
});

describe('an account that is gone', () => {
  it('is seen in no list any more', async () => {
    const own = await server.member();
    const card = await publishOn(server, own);
    const admin = await server.staff('admin');
    await admin.api.updateAccount({ accountId: own.accountId, status: 'banned' });
    const visitor = server.visitor();
    expect(await refusal(visitor.api.picture({ id: card.id }))).toMatchObject({ status: 404 });
    expect((await visitor.api.pictures({ authorId: own.accountId })).total).toBe(0);
    expect((await visitor.fetch(card.url)).status).toBe(404);
    await admin.api.updateAccount({ accountId: own.accountId, status: 'active' });
    expect((await visitor.api.pictures({ authorId: own.accountId })).total).toBe(1);
    expect((await visitor.fetch(card.url)).status).toBe(200);
  });
});
