import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { publishOn, putPictures } from '../support/server-gallery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

it('what staff decide takes effect at once, is told to the author and leaves a trace', async () => {
  const [author, reader] = [await server.member(), await server.member()];
  const { api } = await server.staff('reviewer');
  const card = await publishOn(server, author, { state: 'pending', title: '待审的庭院', tags: ['庭院'] });
  const seen = async () => (await reader.api.pictures({ authorId: author.accountId })).total;
  expect([await seen(), (await reader.fetch(card.url)).status]).toEqual([0, 404]);
  expect(await api.galleryReviews({ state: 'pending' })).toMatchObject([
    { id: card.id, title: '待审的庭院', tags: ['庭院'] },
  ]);

  expect(await api.approvePicture({ id: card.id })).toMatchObject({ state: 'public', openReports: 0 });
  expect([await seen(), (await reader.fetch(card.url)).status]).toEqual([1, 200]);
  await reader.api.reportPicture({ id: card.id, reason: 'copyright', text: '这是我拍的' });
  expect(await api.galleryReviews({ isReported: true })).toMatchObject([
    { openReports: 1, reportReasons: ['copyright'] },
  ]);

  await api.rejectPicture({ id: card.id, reason: '来源标注不实' });
  expect([await seen(), (await reader.fetch(card.url)).status]).toEqual([0, 404]);
  expect(await author.api.picture({ id: card.id })).toMatchObject({ rejectedBecause: '来源标注不实' });
  expect(await api.galleryReviews({ isReported: true })).toEqual([]);
  expect(await refusal(api.rejectPicture({ id: card.id, reason: '再来一次' }))).toMatchObject({
    reason: 'gallery.not_for_review',
  });
  const traces = await server.deps.store.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', String(card.id))
    .execute();
  expect(traces.map(({ action }) => action)).toEqual(['gallery.approve', 'gallery.reject']);
});

it('staff see the picture they judge while nobody else does, and nobody but them by their address', async () => {
  const author = await server.member();
  const pending = await publishOn(server, author, { state: 'pending' });
  const secret = await publishOn(server, author, { state: 'private' });
  const reviewer = await server.staff('reviewer');
  const { url } = await reviewer.api.galleryReview({ id: pending.id });
  const seen = await reviewer.fetch(`${url}?w=160`);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(seen.headers.get('cache-control')).toBe('private, max-age=60, must-revalidate');
  expect((await reviewer.fetch(url.replace(String(pending.id), String(secret.id)))).status).toBe(404);
  expect((await author.fetch(url)).status).toBe(401);
  expect((await (await server.staff('finance')).fetch(url)).status).toBe(403);
});

it('what is private is nobody’s to review', async () => {
  const author = await server.member();
  const { id } = await publishOn(server, author, { state: 'private' });
  const { api } = await server.staff('operator');
  expect(await api.galleryReviews({ authorId: author.accountId })).toEqual([]);
  expect(await refusal(api.approvePicture({ id }))).toMatchObject({ reason: 'gallery.picture_not_found' });
  expect((await refusal((await server.staff('support')).api.approvePicture({ id }))).reason).toBe('auth.forbidden');
});

it('a reported person waits for staff once for each who reports, until they answer', async () => {
  const [author, one, other] = [await server.member(), await server.member(), await server.member()];
  await server.deps.store.db
    .updateTable('account')
    .set({ nick_name: '盗图人' })
    .where('id', '=', author.accountId)
    .execute();
  const report = (member: typeof one, text = '') =>
    member.api.reportAuthor({ id: author.accountId, reason: 'copyright', text });
  expect(await refusal(report(author))).toMatchObject({ reason: 'gallery.self' });
  expect(await refusal(one.api.reportAuthor({ id: 'acc_none', reason: 'other' }))).toMatchObject({ status: 404 });
  for (const text of ['他发的是我拍的', '再说一遍']) await report(one, text);
  server.clock.set({ advanceMs: 1000 });
  await report(other);
  const { api } = await server.staff('reviewer');
  const listed = async () => (await api.authorReports({ q: '盗图' })).map(({ openReports }) => openReports);
  expect(await api.authorReports({ q: '盗图' })).toMatchObject([
    { id: author.accountId, name: '盗图人', openReports: 2, reports: [{ text: '' }, { text: '他发的是我拍的' }] },
  ]);
  expect(await refusal((await server.staff('finance')).api.authorReports({}))).toMatchObject({ status: 403 });
  await api.answerAuthorReports({ id: author.accountId, reason: '已提醒作者' });
  expect(await listed()).toEqual([]);
  expect(await refusal(api.answerAuthorReports({ id: author.accountId, reason: '再来' }))).toMatchObject({
    reason: 'gallery.author_not_found',
  });
  await report(one, '又来了');
  expect(await listed()).toEqual([1]);
});

it('reports of people are counted by the day', async () => {
  const [who, author] = [await server.member(), await server.member()];
  const report = () => who.api.reportAuthor({ id: author.accountId, reason: 'other' });
  for (let time = 0; time < 20; time++) await report();
  expect(await refusal(report())).toMatchObject({ reason: 'request.too_often' });
  server.clock.set({ advanceMs: 24 * 3_600_000 });
  await report();
});

it('an image set that staff take down is its owner’s alone until they undo it or show it again', async () => {
  const [author, reader] = [await server.member(), await server.member()];
  const pictureIds = await putPictures(server, author, { count: 2 });
  const draft = { title: '抄来的合集', pictureIds, clientKey: 'taken-down' };
  const { id } = await author.api.createImageSet(draft);
  const secret = { title: '自己看的', isPrivate: true, pictureIds, clientKey: 'kept-private' };
  await author.api.createImageSet(secret);
  const reviewer = await server.staff('reviewer');
  const [row] = await reviewer.api.gallerySets({ q: '抄来' });
  expect(row).toMatchObject({ id, pictureCount: 2, isHidden: false, pictures: [{ id: pictureIds[0] }, {}] });
  expect(await reviewer.api.gallerySets({ authorId: author.accountId })).toHaveLength(1);
  expect((await reviewer.fetch(`${row?.pictures[0]?.url}?w=320`)).status).toBe(200);

  const shown = async () => {
    const anybody = server.visitor();
    const found = [{ keyword: '抄来' }, { authorId: author.accountId }, { withPicture: pictureIds[1] }];
    const totals = await Promise.all(found.map(async (query) => (await reader.api.imageSets(query)).total));
    const inSet = await anybody.api.pictures({ imageSetId: id }).then(
      ({ total }) => total,
      () => 0,
    );
    const [picture] = pictureIds;
    return [...totals, inSet, (await reader.api.picture({ id: picture ?? 0 })).imageSets.length];
  };
  expect(await shown()).toEqual([1, 1, 1, 2, 1]);
  const path = `/api/admin/v1/gallerySets/${id}`;
  const taken = await reviewer.fetch(`${path}/hide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: '整套搬运' }),
  });
  expect(taken.status).toBe(200);
  expect(await shown()).toEqual([0, 0, 0, 0, 0]);
  expect(await refusal(reader.api.imageSet({ id }))).toMatchObject({ reason: 'gallery.set_not_found' });
  expect((await author.api.imageSets({ isOwn: true })).total).toBe(2);
  expect(await reviewer.api.gallerySets({ isHidden: true })).toMatchObject([{ id, hiddenReason: '整套搬运' }]);

  await reviewer.api.revertChange({ id: taken.headers.get('x-change-id') ?? '' });
  expect(await shown()).toEqual([1, 1, 1, 2, 1]);
  await reviewer.api.hideSet({ id, reason: '再次下架' });
  expect(await reviewer.api.showSet({ id, reason: '作者补了授权' })).toMatchObject({
    isHidden: false,
    hiddenReason: '',
  });
  expect(await shown()).toEqual([1, 1, 1, 2, 1]);
});

it('a case is taken down and shown again; folders and private sets are nobody’s to look at', async () => {
  const author = await server.member();
  const [cover = 0] = await putPictures(server, author, { title: '封面' });
  const { db } = server.deps.store;
  const story = {
    ...{ id: 'case_shelf', author_id: author.accountId, title: '河岸工坊', classify_id: '10103', location: '苏南' },
    ...{ built_year: 2025, area_square_metres: 420, style: '现代', team: '一组', intro: '示例', blocks: '[]' },
    ...{ cover_picture_id: cover, is_sample: 1 as const, created_at: server.clock.now() },
  };
  await db.insertInto('design_case').values(story).execute();
  await db.insertInto('case_picture').values({ case_id: story.id, picture_id: cover }).execute();
  const reviewer = await server.staff('reviewer');
  expect(await reviewer.api.galleryCases({ q: '苏南' })).toMatchObject([
    { id: story.id, areaSquareMetres: 420, isSample: true, pictures: [{ id: cover }] },
  ]);
  const anybody = server.visitor();
  expect((await anybody.api.cases({ authorId: author.accountId })).total).toBe(1);
  await reviewer.api.hideCase({ id: story.id, reason: '信息有误' });
  expect((await anybody.api.cases({ authorId: author.accountId })).total).toBe(0);
  await reviewer.api.showCase({ id: story.id, reason: '已更正' });
  expect((await anybody.api.cases({ authorId: author.accountId })).total).toBe(1);

  const { id } = await author.api.createFolder({ name: '私人收藏', clientKey: 'folder-shelf' });
  expect(await refusal(reviewer.api.hideSet({ id, reason: '试试' }))).toMatchObject({
    reason: 'gallery.set_not_found',
  });
  const finance = await server.staff('finance');
  expect((await finance.fetch('/api/admin/v1/gallerySets')).status).toBe(403);
});
