import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Folder, ImageSet } from '#shared/contract/gallery-set';
import { galleryLimits } from '#shared/domain/gallery';
import { day } from '#shared/domain/time';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { putPictures, setState } from '../support/server-gallery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

let keys = 0;
const key = () => `key-${++keys}`;
const collects = async (id: number) =>
  (
    await server.deps.store.db
      .selectFrom('gallery_picture')
      .select('collects')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).collects;
/** Numbers of pictures in a set or folder, in its order. */
const inside = async (id: string) =>
  (
    await server.deps.store.db
      .selectFrom('set_picture')
      .select('picture_id')
      .where('set_id', '=', id)
      .orderBy('place')
      .execute()
  ).map((row) => row.picture_id);

describe('collecting', () => {
  it('begins with a default folder that nobody made, the newest in front', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const [first = 0, second = 0, third = 0] = await putPictures(server, author, { count: 3 });
    expect(await who.api.collections({})).toEqual([]);
    const answer = await who.api.collectPictures({ pictureIds: [first] });
    expect(answer).toMatchObject({ folderName: '默认收藏夹', added: 1 });
    expect(await who.api.collectPictures({ pictureIds: [second, third, first] })).toEqual({ ...answer, added: 2 });
    expect(await inside(answer.folderId)).toEqual([second, third, first]);
    const [folder] = await who.api.collections({ withPicture: second });
    expect(folder).toMatchObject({ isDefault: true, isPrivate: true, pictureCount: 3, hasPicture: true });
    expect(folder?.covers).toHaveLength(3);
    expect(Folder.parse(await who.api.folder({ id: answer.folderId }))).toMatchObject({ name: '默认收藏夹' });
  });

  it('counts each account once, however often and into however many folders it collects', async () => {
    const [author, who, other] = [await server.member(), await server.member(), await server.member()];
    const [id = 0] = await putPictures(server, author);
    const folder = await who.api.createFolder({ name: '立面', clientKey: key() });
    await Promise.all([...Array(8)].map(() => who.api.collectPictures({ pictureIds: [id] })));
    await who.api.collectPictures({ pictureIds: [id], folderId: folder.id });
    await other.api.collectPictures({ pictureIds: [id] });
    expect(await collects(id)).toBe(2);
    expect(await who.api.collections({})).toHaveLength(2);

    const takenOut = await who.api.uncollectPictures({ pictureIds: [id], folderId: folder.id });
    expect([takenOut, await collects(id)]).toEqual([[{ pictureId: id, folderId: folder.id }], 2]);
    await Promise.all([...Array(4)].map(() => who.api.uncollectPictures({ pictureIds: [id] })));
    expect(await collects(id)).toBe(1);
  });

  it('ends with a deleted folder and comes back with it, for seven days', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const [id = 0] = await putPictures(server, author);
    const { id: folderId } = await who.api.createFolder({ name: '檐口', clientKey: key() });
    await who.api.collectPictures({ pictureIds: [id], folderId });
    await who.api.removeFolder({ id: folderId });
    expect([await collects(id), await who.api.collections({})]).toEqual([0, []]);
    for (let time = 0; time < 2; time++)
      expect(await who.api.restoreFolder({ id: folderId })).toMatchObject({ name: '檐口', pictureCount: 1 });
    expect(await collects(id)).toBe(1);

    await who.api.removeFolder({ id: folderId });
    await server.pass(7 * day);
    await server.deps.sweep();
    expect(await refusal(who.api.restoreFolder({ id: folderId }))).toMatchObject({
      reason: 'gallery.folder_not_found',
    });
  });

  it('takes only what the caller may see', async () => {
    const [author, who] = [await server.member(), await server.member()];
    for (const state of ['private', 'pending', 'rejected'] as const) {
      const [id = 0] = await putPictures(server, author, { state });
      const calls = [
        who.api.collectPictures({ pictureIds: [id] }),
        who.api.createImageSet({ title: '偷看', pictureIds: [id], clientKey: key() }),
      ];
      for (const call of calls) expect(await refusal(call)).toMatchObject({ reason: 'gallery.picture_not_found' });
      expect((await author.api.collectPictures({ pictureIds: [id] })).added).toBe(1);
    }
    expect(await who.api.collections({})).toEqual([]);
  });

  it('shows no picture any more that has become private, nor counts it', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const [kept = 0, hidden = 0] = await putPictures(server, author, { count: 2 });
    const { folderId } = await who.api.collectPictures({ pictureIds: [kept, hidden] });
    await setState(server, hidden, 'private');
    expect(await who.api.folder({ id: folderId })).toMatchObject({ pictureCount: 1, covers: { length: 1 } });
    await setState(server, hidden, 'public');
    expect(await who.api.folder({ id: folderId })).toMatchObject({ pictureCount: 2 });
  });
});

describe('folders', () => {
  const make = async (who: Member, ...names: string[]) => {
    const made = [];
    for (const name of names) made.push(await who.api.createFolder({ name, clientKey: key() }));
    return made.map((folder) => folder.id);
  };
  const names = async (who: Member) => (await who.api.collections({})).map((folder) => folder.name);

  it('are made once for one key, with names of their own', async () => {
    const who = await server.member();
    const draft = { name: '材质', clientKey: key() };
    const made = await Promise.all([who.api.createFolder(draft), who.api.createFolder(draft)]);
    expect(made[0].id).toBe(made[1].id);
    const again = { name: '别的', clientKey: draft.clientKey };
    expect(await refusal(who.api.createFolder(again))).toMatchObject({ reason: 'request.client_key_reused' });
    const taken = await refusal(who.api.createFolder({ name: '材质', clientKey: key() }));
    expect(taken).toMatchObject({ status: 409, message: '已有名为「材质」的收藏夹' });
    const [other = ''] = await make(who, '立面');
    expect(await refusal(who.api.editFolder({ id: other, name: '材质' }))).toMatchObject({ status: 409 });
  });

  it('stand in the order of their owner, the default one first', async () => {
    const who = await server.member();
    const [id = 0] = await putPictures(server, who);
    const [first = '', , third = ''] = await make(who, '一', '二', '三');
    const { folderId } = await who.api.collectPictures({ pictureIds: [id] });
    await who.api.editFolder({ id: third, before: first });
    expect(await names(who)).toEqual(['默认收藏夹', '三', '一', '二']);
    await who.api.editFolder({ id: first, before: null });
    expect(await names(who)).toEqual(['默认收藏夹', '三', '二', '一']);
    for (const change of [
      { id: folderId, before: third },
      { id: third, before: folderId },
    ])
      expect(await refusal(who.api.editFolder(change))).toMatchObject({ reason: 'gallery.default_folder' });
    expect(await refusal(who.api.removeFolder({ id: folderId }))).toMatchObject({ reason: 'gallery.default_folder' });
  });

  it('are merged without doubles', async () => {
    const who = await server.member();
    const [a = 0, b = 0, c = 0] = await putPictures(server, who, { count: 3 });
    const [from = '', into = ''] = await make(who, '旧', '新');
    await who.api.collectPictures({ pictureIds: [a, b], folderId: from });
    await who.api.collectPictures({ pictureIds: [b, c], folderId: into });
    expect(await who.api.mergeFolders({ id: from, into })).toMatchObject({ pictureCount: 3 });
    expect(await inside(into)).toEqual([a, b, c]);
    expect(await names(who)).toEqual(['新']);
    expect(await Promise.all([a, b, c].map(collects))).toEqual([1, 1, 1]);
  });

  it('give pictures to each other, or copies', async () => {
    const who = await server.member();
    const [a = 0, b = 0] = await putPictures(server, who, { count: 2 });
    const [from = '', to = ''] = await make(who, '甲', '乙');
    await who.api.collectPictures({ pictureIds: [a, b], folderId: from });
    await who.api.moveCollected({ id: from, pictureIds: [a], to });
    await who.api.moveCollected({ id: from, pictureIds: [b], to, isCopy: true });
    expect([await inside(from), (await inside(to)).toSorted()]).toEqual([[b], [a, b].toSorted()]);
    const absent = await refusal(who.api.moveCollected({ id: from, pictureIds: [a], to }));
    expect(absent.reason).toBe('gallery.picture_not_found');
    expect(await Promise.all([a, b].map(collects))).toEqual([1, 1]);
  });

  it('belong to one account: nobody else reads, changes or fills them', async () => {
    const [owner, other] = [await server.member(), await server.member()];
    const [id = 0] = await putPictures(server, owner);
    const [secret = '', open = ''] = await make(owner, '私密', '公开');
    await owner.api.editFolder({ id: open, isPrivate: false });
    await owner.api.collectPictures({ pictureIds: [id], folderId: open });
    const [theirs = ''] = await make(other, '自己的');
    const calls = [
      other.api.folder({ id: secret }),
      server.visitor().api.folder({ id: secret }),
      ...[secret, open].flatMap((folderId) => [
        other.api.editFolder({ id: folderId, name: '改' }),
        other.api.removeFolder({ id: folderId }),
        other.api.mergeFolders({ id: theirs, into: folderId }),
        other.api.collectPictures({ pictureIds: [id], folderId }),
        other.api.uncollectPictures({ pictureIds: [id], folderId }),
        other.api.moveCollected({ id: folderId, pictureIds: [id], to: theirs }),
        other.api.orderCollected({ id: folderId, pictureId: id, before: null }),
      ]),
    ];
    for (const answer of await Promise.all(calls.map(refusal)))
      expect(answer).toMatchObject({ status: 404, reason: 'gallery.folder_not_found' });
    expect(await server.visitor().api.folder({ id: open })).toMatchObject({ name: '公开', isOwn: false });
  });

  it('are two hundred at most', async () => {
    const who = await server.member();
    await make(who, '第一个');
    const now = server.clock.now();
    const rows = [...Array(galleryLimits.folders - 1).keys()].map((place) => ({
      ...{ id: `folder_${who.accountId}_${place}`, kind: 'folder' as const, owner_id: who.accountId },
      ...{ title: `夹${place}`, is_private: 1 as const, place, created_at: now, updated_at: now },
    }));
    await server.deps.store.db.insertInto('picture_set').values(rows).execute();
    const refused = await refusal(who.api.createFolder({ name: '多一个', clientKey: key() }));
    expect(refused).toMatchObject({ status: 409, message: '收藏夹最多 200 个，请先合并或删除不用的' });
  });
});

describe('an image set', () => {
  it('is made once for one key, with its pictures, and found in lists', async () => {
    const who = await server.member();
    const pictureIds = await putPictures(server, who, { count: 5, classifyId: '10103' });
    const draft = { title: '山地院落', tags: ['院子'], classifyId: '10103', pictureIds, clientKey: key() };
    const [set, same] = await Promise.all([who.api.createImageSet(draft), who.api.createImageSet(draft)]);
    expect(same.id).toBe(set.id);
    expect(ImageSet.parse(set)).toMatchObject({ title: '山地院落', pictureCount: 5, isOwn: true, isPrivate: false });
    expect(set.covers).toHaveLength(4);
    const anybody = server.visitor();
    const { list, total } = await anybody.api.imageSets({ classifyId: '1', authorId: who.accountId });
    expect([list.map((each) => each.id), total]).toEqual([[set.id], 1]);
    for (const query of [{ keyword: '院落' }, { keyword: '院子' }, { withPicture: pictureIds[2] }])
      expect((await anybody.api.imageSets({ ...query, authorId: who.accountId })).total).toBe(1);
    expect((await anybody.api.imageSets({ classifyId: '2', authorId: who.accountId })).total).toBe(0);
    const bad = await refusal(who.api.createImageSet({ ...draft, classifyId: '99', clientKey: key() }));
    expect(bad.reason).toBe('gallery.no_such_category');
  });

  it('is found by what means the same, by its category, and by how its name sounds; so are own pictures', async () => {
    const who = await server.member();
    const [pictureId = 0] = await putPictures(server, who, { title: '临溪茶寮', classifyId: '10103' });
    await server.deps.store.db.insertInto('gallery_tag').values({ picture_id: pictureId, tag: '曲水' }).execute();
    const draft = { title: '山野民宿合集', classifyId: '10103', pictureIds: [pictureId], clientKey: key() };
    const { id } = await who.api.createImageSet(draft);
    const totals = async (keyword: string) => {
      const [sets, inSet, own] = [
        await server.visitor().api.imageSets({ keyword, authorId: who.accountId }),
        await server.visitor().api.pictures({ keyword, imageSetId: id }),
        await who.api.pictures({ keyword, isOwn: true }),
      ];
      return [sets.total, inSet.total, own.total];
    };
    expect(await totals('客栈')).toEqual([1, 0, 0]);
    expect(await totals('山野 homestay')).toEqual([1, 0, 0]);
    expect(await totals('smhj')).toEqual([0, 0, 0]);
    expect(await totals('symshj')).toEqual([1, 0, 0]);
    expect(await totals('linxi')).toEqual([0, 1, 1]);
    expect(await totals('曲水')).toEqual([0, 1, 1]);
    // What 10103 is called, and what lies above it.
    expect(await totals('建筑')).toEqual([1, 1, 1]);
    expect(await totals('100% _ OR 1=1')).toEqual([0, 0, 0]);
    expect(await totals('，。')).toEqual([0, 0, 0]);
    const { counts } = await server.visitor().api.searchGallery({ keyword: '山野客栈合集' });
    expect(counts.imageSets).toBe(1);
  });

  it('that is private is nobody else’s: not listed, not counted, not found', async () => {
    const [who, other] = [await server.member(), await server.member()];
    const pictureIds = await putPictures(server, who, { count: 2 });
    const set = await who.api.createImageSet({ title: '未公开方案', isPrivate: true, pictureIds, clientKey: key() });
    for (const visitor of [other, server.visitor()]) {
      const lists = [{ keyword: '未公开方案' }, { authorId: who.accountId }, { withPicture: pictureIds[0] }];
      for (const query of lists) expect(await visitor.api.imageSets(query)).toMatchObject({ list: [], total: 0 });
      expect(await refusal(visitor.api.imageSet({ id: set.id }))).toMatchObject({ status: 404 });
    }
    const changes = [
      other.api.collectImageSet({ id: set.id, isCollected: true }),
      other.api.editImageSet({ id: set.id, title: '改' }),
      other.api.addToImageSet({ id: set.id, pictureIds }),
      other.api.removeFromImageSet({ id: set.id, pictureIds }),
      other.api.moveInImageSet({ id: set.id, pictureId: pictureIds[0] ?? 0, before: null }),
      other.api.removeImageSet({ id: set.id }),
    ];
    for (const answer of await Promise.all(changes.map(refusal))) expect(answer.reason).toBe('gallery.set_not_found');
    expect((await who.api.imageSets({ isOwn: true })).list).toMatchObject([{ id: set.id, isPrivate: true }]);
    await who.api.editImageSet({ id: set.id, isPrivate: false });
    expect(await other.api.imageSet({ id: set.id })).toMatchObject({ pictureCount: 2, isOwn: false });
  });

  it('shows others only the pictures they may see, in the covers and in the count', async () => {
    const [who, other] = [await server.member(), await server.member()];
    const [hidden = 0, shown = 0] = await putPictures(server, who, { count: 2 });
    const draft = { title: '改造前后', pictureIds: [hidden, shown], clientKey: key() };
    const { id } = await who.api.createImageSet(draft);
    await who.api.editImageSet({ id, coverPictureId: hidden });
    await setState(server, hidden, 'pending');
    const own = await who.api.imageSet({ id });
    const theirs = await other.api.imageSet({ id });
    expect([own.pictureCount, own.covers.length, theirs.pictureCount, theirs.covers.length]).toEqual([2, 2, 1, 1]);
    expect(own.covers[0]?.imageId).not.toBe(theirs.covers[0]?.imageId);
    await setState(server, shown, 'rejected');
    expect((await other.api.imageSets({ authorId: who.accountId })).total).toBe(0);
  });

  it('keeps the order its owner gives it, however often', async () => {
    const who = await server.member();
    const pictureIds = await putPictures(server, who, { count: 4 });
    const [a = 0, b = 0, c = 0, d = 0] = pictureIds;
    const { id } = await who.api.createImageSet({ title: '顺序', pictureIds, clientKey: key() });
    await who.api.moveInImageSet({ id, pictureId: d, before: a });
    expect(await inside(id)).toEqual([d, a, b, c]);
    await who.api.moveInImageSet({ id, pictureId: d, before: null });
    // Ever into the same gap: places run out and are numbered anew.
    for (let turn = 0; turn < 30; turn++)
      await who.api.moveInImageSet({ id, pictureId: turn % 2 ? b : c, before: turn % 2 ? c : b });
    expect(await inside(id)).toEqual([a, b, c, d]);
    const absent = await refusal(who.api.moveInImageSet({ id, pictureId: a, before: 1_000_000 }));
    expect(absent.reason).toBe('gallery.picture_not_found');
  });

  it('is collected once by each account, and its count is right under double calls', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const pictureIds = await putPictures(server, author);
    const { id } = await author.api.createImageSet({ title: '茶室', pictureIds, clientKey: key() });
    await Promise.all([...Array(6)].map(() => who.api.collectImageSet({ id, isCollected: true })));
    expect(await who.api.imageSet({ id })).toMatchObject({ collectCount: 1, isCollected: true });
    expect((await who.api.imageSets({ isCollected: true })).list.map((set) => set.id)).toEqual([id]);
    await Promise.all([...Array(3)].map(() => who.api.collectImageSet({ id, isCollected: false })));
    expect(await author.api.imageSet({ id })).toMatchObject({ collectCount: 0, isCollected: false });
    expect(await refusal(server.visitor().api.imageSets({ isOwn: true }))).toMatchObject({ reason: 'auth.required' });
  });

  it('holds five hundred pictures at most', async () => {
    const who = await server.member();
    const pictureIds = await putPictures(server, who, { count: 501 });
    const { id } = await who.api.createImageSet({ title: '大图集', clientKey: key() });
    for (let from = 0; from < 500; from += 100)
      await who.api.addToImageSet({ id, pictureIds: pictureIds.slice(from, from + 100) });
    const refused = await refusal(who.api.addToImageSet({ id, pictureIds: pictureIds.slice(450, 501).slice(0, 51) }));
    expect(refused).toMatchObject({ status: 409, message: '「大图集」最多放 500 张图片' });
    expect(await who.api.addToImageSet({ id, pictureIds: pictureIds.slice(0, 100) })).toMatchObject({
      pictureCount: 500,
    });
    await who.api.removeFromImageSet({ id, pictureIds: pictureIds.slice(0, 1) });
    expect(await who.api.addToImageSet({ id, pictureIds: pictureIds.slice(500) })).toMatchObject({ pictureCount: 500 });
  });

  it('is deleted and brought back', async () => {
    const [who, other] = [await server.member(), await server.member()];
    const pictureIds = await putPictures(server, who);
    const { id } = await who.api.createImageSet({ title: '误删', pictureIds, clientKey: key() });
    await who.api.removeImageSet({ id });
    expect(await refusal(who.api.imageSet({ id }))).toMatchObject({ reason: 'gallery.set_not_found' });
    expect(await refusal(other.api.restoreImageSet({ id }))).toMatchObject({ reason: 'gallery.set_not_found' });
    expect(await who.api.restoreImageSet({ id })).toMatchObject({ title: '误删', pictureCount: 1 });
  });

  it('comes in pages that repeat nothing and miss nothing', async () => {
    const who = await server.member();
    const pictureIds = await putPictures(server, who);
    for (let number = 0; number < 7; number++)
      await who.api.createImageSet({ title: `第${number}册`, pictureIds, clientKey: key() });
    for (const sort of ['recommended', 'newest', 'popular'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await who.api.imageSets({ sort, authorId: who.accountId, size: 3, cursor });
        seen.push(...page.list.map((set) => set.id));
        expect(page.total).toBe(7);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
    }
    expect(await refusal(who.api.imageSets({ cursor: 'nonsense' }))).toMatchObject({ reason: 'gallery.bad_cursor' });
  });
});
