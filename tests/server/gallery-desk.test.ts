import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { publishOn, putCase, putPictures } from '../support/server-gallery.ts';

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
  const story = { id: await putCase(server, author, cover) };
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

it('texts of sets and cases are corrected, found by their new words at once, told in the audit and undone', async () => {
  const author = await server.member();
  const [cover = 0] = await putPictures(server, author, { title: '封面' });
  const id = await putCase(server, author, cover, 'case_texts');
  const reviewer = await server.staff('reviewer');
  const anybody = server.visitor();
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await reviewer.fetch(`/api/admin/v1/${path}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json(), changeId: answer.headers.get('x-change-id') ?? '' };
  };
  const found = async (keyword: string) =>
    (await anybody.api.cases({ authorId: author.accountId, keyword })).list.map(({ title }) => title);
  const before = await anybody.api.case({ id });

  const paragraphs = [
    { heading: '场地', text: '河在南面。' },
    { heading: '留存', text: '旧厂房留了下来。' },
  ];
  const texts = { title: '水岸作坊', location: '绍兴', builtYear: 2024, areaSquareMetres: 430, paragraphs };
  const saved = await send(`galleryCases/${id}`, { ...texts, version: 1 });
  expect(saved).toMatchObject({ status: 200, body: { ...texts, style: '现代', version: 2 } });
  expect([await found('绍兴'), await found('苏南')]).toEqual([['水岸作坊'], []]);
  const { blocks, year } = await anybody.api.case({ id });
  expect([year, blocks.map((block) => (block.kind === 'text' ? block.text : block.caption))]).toEqual([
    2024,
    ['河在南面。', '入口', '旧厂房留了下来。'],
  ]);

  const wrong = await send(`galleryCases/${id}`, { title: '', builtYear: 24, paragraphs: [], version: 2 });
  expect(wrong.body.errors).toEqual({ title: ['请填写标题'], builtYear: ['请填写四位的年份'] });
  expect((await send(`galleryCases/${id}`, { paragraphs: [], version: 2 })).body.errors).toHaveProperty('paragraphs');
  const nowhere = await send(`galleryCases/${id}`, { classifyId: 'nowhere', version: 2 });
  expect(nowhere).toMatchObject({ status: 422, body: { reason: 'gallery.no_such_category' } });

  // Taken down meanwhile: undoing the texts leaves that as it is.
  await reviewer.api.hideCase({ id, reason: '信息有误' });
  await reviewer.api.revertChange({ id: saved.changeId });
  await reviewer.api.showCase({ id, reason: '已更正' });
  expect(await anybody.api.case({ id })).toEqual(before);
  const traces = await server.deps.store.db.selectFrom('audit').selectAll().where('subject', '=', id).execute();
  expect(traces.map(({ action }) => action)).toContain('gallery.case_edit');

  const set = await author.api.createImageSet({ title: '石头', pictureIds: [cover], clientKey: 'texts of a set' });
  await author.api.editImageSet({ id: set.id, title: '石材' });
  expect((await send(`gallerySets/${set.id}`, { title: '石', version: 1 })).body).toMatchObject({
    reason: 'content.changed_meanwhile',
    current: { title: '石材', version: 2 },
  });
  const corrected = { title: '石材与砖', description: '砖也在内。', tags: ['砖'], classifyId: '10103' };
  const changed = await send(`gallerySets/${set.id}`, { ...corrected, version: 2 });
  expect(changed.status).toBe(200);
  expect(await anybody.api.imageSet({ id: set.id })).toMatchObject(corrected);
  await reviewer.api.revertChange({ id: changed.changeId });
  expect(await anybody.api.imageSet({ id: set.id })).toMatchObject({ title: '石材', description: '', tags: [] });
});

it('what is pinned stands before the recommended ones until it ends or is undone, and on no later page again', async () => {
  const author = await server.member();
  const reviewer = await server.staff('reviewer');
  const anybody = server.visitor();
  const numbers = await putPictures(server, author, { count: 5, title: '置顶' });
  const [oldest = 0, second = 0] = numbers;
  for (const [place, id] of numbers.entries()) await putCase(server, author, id, `case_pin${place}`);
  const keys = numbers.map((_id, place) => `pinned set ${place}`);
  const sets = [];
  for (const clientKey of keys) {
    sets.push((await author.api.createImageSet({ title: clientKey, pictureIds: [oldest], clientKey })).id);
    server.clock.set({ advanceMs: 1000 });
  }
  const filter = { authorId: author.accountId, size: 2 } as const;
  type List = { list: Array<{ id: string | number }>; nextCursor: string | null };
  const walk = async (ask: (cursor?: string) => Promise<List>): Promise<Array<string | number>> => {
    const { list, nextCursor } = await ask();
    const found = [list];
    for (let next = nextCursor; next !== null; ) {
      const page = await ask(next);
      found.push(page.list);
      next = page.nextCursor;
    }
    return found.flat().map(({ id }) => id);
  };
  const walks = {
    pictures: () => walk((cursor) => anybody.api.pictures({ ...filter, ...(cursor && { cursor }) })),
    sets: () => walk((cursor) => anybody.api.imageSets({ ...filter, ...(cursor && { cursor }) })),
    cases: () => walk((cursor) => anybody.api.cases({ ...filter, ...(cursor && { cursor }) })),
  };
  const usual = { pictures: await walks.pictures(), sets: await walks.sets(), cases: await walks.cases() };
  const first = (ids: ReadonlyArray<string | number>, all: ReadonlyArray<string | number>) => [
    ...ids,
    ...all.filter((id) => !ids.includes(id)),
  ];

  const until = server.clock.now() + 3_600_000;
  await reviewer.api.pinPicture({ id: second, place: 2, until });
  expect(await reviewer.api.pinPicture({ id: oldest, place: 1 })).toMatchObject({ pinPlace: 1, pinnedUntil: null });
  await reviewer.api.pinGallerySet({ id: sets[1] ?? '', place: 1, until });
  await reviewer.api.pinGalleryCase({ id: 'case_pin0', place: 3, until });
  expect(await walks.pictures()).toEqual(first([oldest, second], usual.pictures));
  expect(await walks.sets()).toEqual(first([sets[1] ?? ''], usual.sets));
  expect(await walks.cases()).toEqual(first(['case_pin0'], usual.cases));
  expect((await reviewer.api.gallerySets({ isPinned: true })).map(({ id }) => id)).toEqual([sets[1]]);
  const newest = await anybody.api.pictures({ ...filter, sort: 'newest' });
  expect(newest.list.map(({ id }) => id)).toEqual([...numbers].reverse().slice(0, 2));
  expect(await refusal(reviewer.api.pinGalleryCase({ id: 'case_pin1', place: 1, until: 1 }))).toMatchObject({
    fields: { until: ['请选择将来的时间'] },
  });

  // The hour is over; what has no end stays until it is undone.
  server.clock.set({ advanceMs: 3_600_001 });
  expect(await walks.pictures()).toEqual(first([oldest], usual.pictures));
  expect([await walks.sets(), await walks.cases()]).toEqual([usual.sets, usual.cases]);
  await reviewer.api.pinPicture({ id: oldest, place: null });
  expect(await walks.pictures()).toEqual(usual.pictures);
  server.clock.set({ advanceMs: 1 });
  await reviewer.api.pinPicture({ id: second, place: 1 });
  const [change] = await reviewer.api.changes({ _sort: 'createdAt', _order: 'desc', _end: 1 });
  expect(change?.title).toMatch(/^置顶图片/);
  expect((await walks.pictures())[0]).toBe(second);
  await reviewer.api.revertChange({ id: change?.id ?? '' });
  expect(await walks.pictures()).toEqual(usual.pictures);
});
