import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Author, CaseDetail } from '#shared/contract/gallery-case';
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

/** A case of an author with three pictures; its id and the pictures' numbers. */
async function tell(
  author: Member,
  draft: { title?: string; classifyId?: string; area?: number; style?: string } = {},
) {
  const { title = '山谷书屋', classifyId = '10103', area = 260, style = '现代' } = draft;
  const [cover = 0, plan = 0, detail = 0] = await putPictures(server, author, { count: 3, classifyId });
  const id = `case_${++keys}`;
  const blocks = [
    { kind: 'text', heading: '起因', text: '从一条路说起。' },
    { kind: 'picture', pictureId: cover, caption: '入口' },
    { kind: 'plan', pictureId: plan, caption: '平面' },
    { kind: 'picture', pictureId: detail, caption: '节点' },
  ];
  const { db } = server.deps.store;
  await db
    .insertInto('design_case')
    .values({
      ...{ id, author_id: author.accountId, title, classify_id: classifyId, location: '川西', built_year: 2026 },
      ...{ area_square_metres: area, style, team: '', intro: '示例', blocks: JSON.stringify(blocks) },
      ...{ cover_picture_id: cover, is_sample: 1, created_at: server.clock.now() - keys },
    })
    .execute();
  const shown = [cover, plan, detail].map((picture_id) => ({ case_id: id, picture_id }));
  await db.insertInto('case_picture').values(shown).execute();
  return { id, cover, plan, detail };
}

describe('a case', () => {
  it('is told in its order, and what the reader may not see is left out', async () => {
    const author = await server.member();
    const { id, cover, plan } = await tell(author);
    const anybody = server.visitor();
    const told = await anybody.api.case({ id });
    expect(CaseDetail.parse(told)).toMatchObject({
      title: '山谷书屋',
      pictureCount: 3,
      isSample: true,
      cover: { id: cover },
    });
    expect(told.blocks.map((block) => block.kind)).toEqual(['text', 'picture', 'plan', 'picture']);
    await setState(server, cover, 'private');
    const later = await anybody.api.case({ id });
    expect([later.cover.id, later.pictureCount, later.blocks.length]).toEqual([plan, 2, 3]);
    expect(await author.api.case({ id })).toMatchObject({ pictureCount: 3 });
    expect(await refusal(anybody.api.case({ id: 'case_none' }))).toMatchObject({ reason: 'gallery.case_not_found' });
  });

  it('is found by category, style, area, words and author, and leads on to the next', async () => {
    const author = await server.member();
    const villa = await tell(author, { title: '湖畔住宅', classifyId: '10108', area: 180, style: '木构' });
    const museum = await tell(author, { title: '水院美术馆', classifyId: '10501', area: 5200, style: '新中式' });
    const room = await tell(author, { title: '一间书房', classifyId: '50601', area: 20, style: '原木' });
    const found = async (query: object) => {
      const { list, total } = await server.visitor().api.cases({ authorId: author.accountId, ...query });
      expect(total).toBe(list.length);
      return list.map((each) => each.id);
    };
    expect(await found({})).toEqual([villa.id, museum.id, room.id]);
    expect(await found({ classifyId: '1' })).toEqual([villa.id, museum.id]);
    expect(await found({ classifyId: '105' })).toEqual([museum.id]);
    expect(await found({ style: '原木' })).toEqual([room.id]);
    expect(await found({ leastArea: 100, mostArea: 1000 })).toEqual([villa.id]);
    expect(await found({ keyword: '美术馆' })).toEqual([museum.id]);
    const { styles } = await server.visitor().api.cases({ authorId: author.accountId, style: '原木' });
    expect([...styles].toSorted()).toEqual(['原木', '新中式', '木构'].toSorted());
    expect((await author.api.case({ id: villa.id })).next).toEqual({ id: museum.id, title: '水院美术馆' });
    expect((await author.api.case({ id: room.id })).next).toBeNull();
  });

  it('is collected once by each account', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const { id } = await tell(author);
    await Promise.all([...Array(5)].map(() => who.api.collectCase({ id, isCollected: true })));
    expect(await who.api.case({ id })).toMatchObject({ collectCount: 1, isCollected: true });
    expect((await who.api.cases({ isCollected: true })).list.map((each) => each.id)).toEqual([id]);
    await Promise.all([...Array(3)].map(() => who.api.collectCase({ id, isCollected: false })));
    expect(await author.api.case({ id })).toMatchObject({ collectCount: 0, isCollected: false });
    expect(await refusal(server.visitor().api.cases({ isCollected: true }))).toMatchObject({ reason: 'auth.required' });
  });
});

describe('an author', () => {
  it('has a page with counts, followers and a few words', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const [, , hidden = 0] = await putPictures(server, author, { count: 3 });
    await setState(server, hidden, 'private');
    await author.api.editAbout({ about: '做乡村小房子' });
    for (let time = 0; time < 2; time++) await who.api.follow({ id: author.accountId, isFollowed: true });
    const page = await who.api.author({ id: author.accountId });
    expect(Author.parse(page)).toMatchObject({
      ...{ about: '做乡村小房子', pictures: 2, followers: 1, following: 0 },
      ...{ isSelf: false, isFollowed: true, isFollower: false, isBlocked: false, isHouse: false },
    });
    expect(await author.api.author({ id: 'me' })).toMatchObject({ isSelf: true, pictures: 3 });
    expect(await refusal(server.visitor().api.author({ id: 'me' }))).toMatchObject({ reason: 'auth.required' });
    const staff = await server.staff('operator');
    for (const id of ['nobody', staff.accountId])
      expect(await refusal(who.api.author({ id }))).toMatchObject({ status: 404, reason: 'gallery.author_not_found' });
    expect((await who.api.people({ id: 'me', relation: 'following' })).list).toMatchObject([
      { authorId: author.accountId, isFollowed: true },
    ]);
    expect(await author.api.people({ id: 'me', relation: 'followers' })).toMatchObject({ total: 1 });
    expect(await refusal(who.api.follow({ id: who.accountId, isFollowed: true }))).toMatchObject({
      reason: 'gallery.self',
    });
  });

  it('who is blocked leaves every list of the other, both ways, and is followed no more', async () => {
    const [one, other, third] = [await server.member(), await server.member(), await server.member()];
    const pairs = [
      [one, other],
      [other, one],
    ] as const;
    const made = new Map<Member, { caseId: string; setId: string; picture: number }>();
    for (const who of [one, other]) {
      const { id: caseId, cover } = await tell(who);
      const draft = { title: '册', pictureIds: [cover], clientKey: `set-${++keys}` };
      made.set(who, { caseId, setId: (await who.api.createImageSet(draft)).id, picture: cover });
    }
    await one.api.follow({ id: other.accountId, isFollowed: true });
    await other.api.follow({ id: one.accountId, isFollowed: true });
    await one.api.blockAuthor({ id: other.accountId, isBlocked: true });
    for (const [viewer, author] of pairs) {
      const { caseId = '', setId = '', picture = 0 } = made.get(author) ?? {};
      const authorId = author.accountId;
      expect((await viewer.api.cases({ authorId })).total).toBe(0);
      expect((await viewer.api.imageSets({ authorId })).total).toBe(0);
      expect((await viewer.api.pictures({ authorId })).total).toBe(0);
      expect(await refusal(viewer.api.case({ id: caseId }))).toMatchObject({ reason: 'gallery.case_not_found' });
      expect(await refusal(viewer.api.imageSet({ id: setId }))).toMatchObject({ reason: 'gallery.set_not_found' });
      expect(await refusal(viewer.api.collectPictures({ pictureIds: [picture] }))).toMatchObject({ status: 404 });
      expect(await refusal(viewer.api.follow({ id: authorId, isFollowed: true }))).toMatchObject({
        reason: 'gallery.blocked',
      });
      expect(await viewer.api.author({ id: authorId })).toMatchObject({
        isFollowed: false,
        isFollower: false,
        pictures: 0,
      });
      expect((await third.api.cases({ authorId })).total).toBe(1);
    }
    expect((await one.api.people({ id: 'me', relation: 'blocked' })).list).toMatchObject([
      { authorId: other.accountId },
    ]);
    expect(await refusal(third.api.people({ id: one.accountId, relation: 'blocked' }))).toMatchObject({ status: 404 });
    expect(await one.api.author({ id: other.accountId })).toMatchObject({ isBlocked: true });
    expect(await other.api.author({ id: one.accountId })).toMatchObject({ isBlocked: false });
    await one.api.blockAuthor({ id: other.accountId, isBlocked: false });
    expect((await one.api.imageSets({ authorId: other.accountId })).total).toBe(1);
  });
});
