import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DownloadRecord } from '#shared/contract/gallery-download';
import { hour } from '#shared/domain/time';
import { lineDrawing, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { publishOn, putPictures, setState } from '../support/server-gallery.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

describe('the allowance of a free account', () => {
  it('is twenty pictures of others a day; again costs nothing, own ones neither', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const pictureIds = await putPictures(server, author, { count: 25 });
    const own = await putPictures(server, who, { count: 3 });
    expect((await who.api.downloadQuota()).left).toBe(20);
    const { list, quota } = await who.api.takeDownloads({ pictureIds: pictureIds.slice(0, 18) });
    expect([list.length, quota.left, list.map((row) => row.pictureId)]).toEqual([18, 2, pictureIds.slice(0, 18)]);
    expect(DownloadRecord.parse(list[0])).toMatchObject({ from: 'gallery', title: '庭院1' });
    expect((await who.api.takeDownloads({ pictureIds: [...pictureIds.slice(0, 18), ...own] })).quota.left).toBe(2);
    const refused = await refusal(who.api.takeDownloads({ pictureIds: pictureIds.slice(15, 21) }));
    expect(refused).toMatchObject({ status: 403, message: '今天还能下载 2 张，这次要 3 张；会员不限张数' });
    expect((await who.api.downloads({})).total).toBe(21);
    expect((await author.api.downloadQuota()).left).toBe(20);
  });

  it('is exact under parallel calls, and is not won back by clearing the list', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const pictureIds = await putPictures(server, author, { count: 30 });
    const calls = pictureIds.map((id) => who.api.takeDownloads({ pictureIds: [id] }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await who.api.removeDownloads({ isAll: true });
    expect(await who.api.downloads({})).toMatchObject({ total: 0, list: [], quota: { left: 0 } });
    const taken = pictureIds.filter((_, place) => outcomes[place]?.status === 'fulfilled').slice(0, 2);
    expect((await who.api.takeDownloads({ pictureIds: taken })).list).toHaveLength(2);
    expect((await who.api.downloads({})).total).toBe(2);
  });

  it('is new at midnight in Shanghai', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const pictureIds = await putPictures(server, author, { count: 21 });
    await who.api.takeDownloads({ pictureIds: pictureIds.slice(0, 20) });
    const { renewsAt } = await who.api.downloadQuota();
    await server.pass(renewsAt - server.clock.now() - 1);
    expect((await who.api.downloadQuota()).left).toBe(0);
    await server.pass(1);
    expect((await who.api.downloadQuota()).left).toBe(20);
    await server.deps.sweep();
    expect((await who.api.takeDownloads({ pictureIds: pictureIds.slice(0, 1) })).quota.left).toBe(19);
    expect((await who.api.downloads({})).total).toBe(21);
    await server.pass(hour);
  });

  it('does not bind members, and cannot be passed by at the address of the picture', async () => {
    const [author, who, pro] = [await server.member(), await server.member(), await server.member({ plan: 'pro' })];
    const pictureIds = await putPictures(server, author, { count: 21 });
    expect((await pro.api.takeDownloads({ pictureIds })).quota).toMatchObject({ left: null, limit: null });
    const cards = (await who.api.pictures({ ids: pictureIds })).list;
    const address = (place: number) => `/api/images/${cards[place]?.imageId}/download`;
    expect((await who.fetch(address(0))).status).toBe(200);
    expect((await who.fetch(address(0))).status).toBe(200);
    expect((await who.api.downloadQuota()).left).toBe(19);
    await who.api.takeDownloads({ pictureIds: pictureIds.slice(1, 20) });
    const refused = await who.fetch(address(20));
    expect([refused.status, ((await refused.json()) as { error: { reason: string } }).error.reason]).toEqual([
      403,
      'gallery.download_quota',
    ]);
    expect((await server.visitor().fetch(address(20))).status).toBe(401);
  });
});

describe('a downloaded picture', () => {
  it('is had again by its record, by nobody else, and not when it is gone', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const [id = 0] = await putPictures(server, author);
    const { list } = await who.api.takeDownloads({ pictureIds: [id] });
    const url = list[0]?.url ?? '';
    expect((await who.fetch(url)).headers.get('content-type')).toBe('image/png');
    expect((await author.fetch(url)).status).toBe(404);
    await setState(server, id, 'rejected');
    expect((await who.api.downloads({})).list[0]).toMatchObject({ url: null, previewUrl: null, pictureId: null });
    expect((await who.fetch(url)).status).toBe(404);
  });

  it.each(['private', 'removed', 'renamed', 'blocked'] as const)(
    'that is %s keeps nothing of what it was called and looked like in the lists of others',
    async (how) => {
      const [author, who] = [await server.member(), await server.member()];
      const { id } = await publishOn(server, author, { title: '桥畔旧居' });
      await who.api.takeDownloads({ pictureIds: [id] });
      const { folderId } = await who.api.collectPictures({ pictureIds: [id] });
      expect((await who.api.downloads({ keyword: '桥畔' })).list[0]).toMatchObject({
        title: '桥畔旧居',
        pictureId: id,
      });
      if (how === 'private') await author.api.editPicture({ id, isPrivate: true });
      if (how === 'removed') await author.api.removePicture({ id });
      if (how === 'renamed') await author.api.editPicture({ id, title: '无名' });
      if (how === 'blocked') await author.api.blockAuthor({ id: who.accountId, isBlocked: true });
      const told = JSON.stringify([
        (await who.api.downloads({})).list,
        (await who.api.downloads({ keyword: '桥畔' })).list,
        await who.api.pictures({ folderId }),
        await who.api.collections({}),
        await who.api.folder({ id: folderId }),
      ]);
      expect(told).not.toContain('桥畔');
      const [record] = (await who.api.downloads({})).list;
      expect(record).toMatchObject({ title: '', thumbHash: '', mainColor: '#dddddd', imageId: null });
      const kept = await server.deps.store.db.selectFrom('download_record').selectAll().execute();
      expect(JSON.stringify(kept)).not.toContain('桥畔');
      // The owner still sees the picture, except for its title.
      if (how !== 'removed') expect((await author.api.picture({ id })).thumbHash).not.toBe('');
    },
  );

  it.each(['png', 'jpg', 'webp'] as const)(
    'made by AI says so in its metadata as %s, beside what stood there',
    async (format) => {
      const [author, who] = [await server.member(), await server.member()];
      const [made = 0, drawn = 0] = await putPictures(server, author, { count: 2 });
      await server.deps.store.db.updateTable('gallery_picture').set({ source: 'ai' }).where('id', '=', made).execute();
      const { list } = await who.api.takeDownloads({ pictureIds: [made, drawn] });
      const xmp = async (place: number) => {
        const answer = await who.fetch(`${list[place]?.url}?format=${format}`);
        return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).xmpAsString;
      };
      const [, json = ''] = /<TC260:AIGC>(.*?)<\/TC260:AIGC>/.exec((await xmp(0)) ?? '') ?? [];
      expect(JSON.parse(json)).toMatchObject({ Label: '1', ContentProducer: 'zhuhui', ProduceID: list[0]?.imageId });
      expect(await xmp(1)).toBeUndefined();
    },
  );

  it.each(['png', 'jpg', 'webp'] as const)('that AI made says so whichever way it is had as %s', async (format) => {
    const who = await server.member({ plan: 'pro', tickets: { normal: 5 } });
    const { imageId: upload } = await who.upload(await drawPicture());
    const { taskId } = await who.api.startTask(lineDrawing(upload));
    const imageId = (await server.settled(who, taskId)).images[0]?.imageId ?? '';
    const bytesAt = async (url: string) => Buffer.from(await (await who.fetch(url)).arrayBuffer());
    const entryOf = async (url: string) => {
      const [entry] = Object.values((await JSZip.loadAsync(await bytesAt(url))).files);
      return entry?.async('nodebuffer') ?? Buffer.alloc(0);
    };
    const stored = await bytesAt(`/api/images/${imageId}`);
    const single = await bytesAt(`/api/images/${imageId}/download?format=${format}`);
    const record = (await who.api.downloads({ from: 'tool' })).list[0];
    const works = new URLSearchParams({ taskIds: JSON.stringify([taskId]), format });
    const kept = new URLSearchParams({ ids: JSON.stringify([record?.id]) });
    const ways = {
      single,
      record: await bytesAt(`${record?.url}?format=${format}`),
      works: await entryOf(`/api/works/download?${works}`),
      // This archive knows one format.
      ...(format === 'png' && { downloads: await entryOf(`/api/inspiration/downloadArchive?${kept}`) }),
    };
    for (const [way, bytes] of Object.entries(ways)) {
      const { xmpAsString = '', format: found } = await sharp(bytes).metadata();
      const [, json = '{}'] = /<TC260:AIGC>(.*?)<\/TC260:AIGC>/.exec(xmpAsString) ?? [];
      expect([way, found, JSON.parse(json)]).toMatchObject([
        way,
        format === 'jpg' ? 'jpeg' : format,
        { Label: '1', ContentProducer: 'zhuhui', ProduceID: imageId },
      ]);
    }
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    if (format === 'png') expect(await pixels(single)).toEqual(await pixels(stored));
    const ownUpload = await bytesAt(`/api/images/${upload}/download?format=${format}`);
    expect((await sharp(ownUpload).metadata()).xmpAsString).toBeUndefined();
  });

  it('may be a result of a tool, noted when it is taken home', async () => {
    const who = await server.member({ tickets: { normal: 5 } });
    const { imageId } = await who.upload(await drawPicture());
    const { taskId } = await who.api.startTask(lineDrawing(imageId));
    const [result] = (await server.settled(who, taskId)).images;
    for (let time = 0; time < 2; time++) await who.fetch(`/api/images/${result?.imageId}/download`);
    await who.fetch(`/api/images/${imageId}/download`);
    const { list, total } = await who.api.downloads({ from: 'tool', tool: 'toline' });
    expect([total, list[0]?.imageId, list[0]?.title]).toEqual([1, result?.imageId, '转线稿']);
    expect((await who.api.downloads({ from: 'gallery' })).total).toBe(0);
    expect((await who.fetch(list[0]?.url ?? '')).status).toBe(200);
  });

  it('comes with others in one archive, which names what is missing', async () => {
    const [author, who] = [await server.member(), await server.member()];
    const pictureIds = await putPictures(server, author, { count: 3 });
    const { list } = await who.api.takeDownloads({ pictureIds });
    await setState(server, pictureIds[1] ?? 0, 'private');
    const query = new URLSearchParams({ ids: JSON.stringify(list.map((row) => row.id)) });
    const answer = await who.fetch(`/api/inspiration/downloadArchive?${query}`);
    expect(answer.headers.get('content-disposition')).toContain('photo.zip');
    const names = Object.keys((await JSZip.loadAsync(await answer.arrayBuffer())).files);
    expect([names.length, names.slice(0, 2)]).toEqual([3, ['teda_img_01.png', 'teda_img_03.png']]);
    const foreign = await author.fetch(`/api/inspiration/downloadArchive?${query}`);
    expect(foreign.status).toBe(404);
  });
});
