import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index';
import { lineDrawing, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { reviewOn } from '../support/server-gallery.ts';
import type { Visitor } from '../support/server-visitor.ts';
import { designerOn, makeWork } from '../support/server-works.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

/** Publishes a work's result in a set and by a share link, and lets `who` download it and follow the author. */
async function openResult(who: Member) {
  const author = await designerOn(server);
  const { taskId, imageId } = await makeWork(server, author, author.imageId);
  const key = (name: string) => `${name}-${author.accountId}`;
  const set = await author.api.createImageSet({ title: '江岸', clientKey: key('set') });
  const { id } = await author.api.publishPicture({
    ...{ imageId, title: '江岸一号', imageSetId: set.id, clientKey: key('picture') },
  });
  await reviewOn(server, id, 'public');
  const { token } = await author.api.createShare({ imageId, days: 7 });
  const [record] = (await who.api.takeDownloads({ pictureIds: [id] })).list;
  await who.api.follow({ id: author.accountId, isFollowed: true });
  return { author, taskId, imageId, setId: set.id, id, token, recordId: record?.id ?? '' };
}

type Open = Awaited<ReturnType<typeof openResult>>;

/** For every endpoint that answers users with bytes: the URLs of the picture, or the reason why there are none. */
const addresses: Record<string, ((open: Open) => string[]) | string> = {
  image: ({ imageId }) =>
    ['', '?w=320', '?w=64&format=webp', '?clean=true'].map((asked) => `/api/images/${imageId}${asked}`),
  downloadImage: ({ imageId }) => [`/api/images/${imageId}/download`, `/api/images/${imageId}/download?format=jpg`],
  sharedPicture: ({ token }) => ['after', 'before'].map((side) => `/api/share/link/${token}/${side}`),
  downloadFile: ({ recordId }) => [`/api/inspiration/downloads/${recordId}/file`],
  downloadArchive: ({ recordId }) => [
    `/api/inspiration/downloadArchive?${new URLSearchParams({ ids: JSON.stringify([recordId]) })}`,
  ],
  downloadWorks: ({ imageId }) => [
    `/api/works/download?${new URLSearchParams({ imageIds: JSON.stringify([imageId]) })}`,
  ],
  buildingViewerFile: 'is made of one’s own building model',
  buildingSketch: 'is drawn from one’s own building model',
  chatExport: 'one’s own words',
  liveFrame: 'is drawn from one’s own strokes',
  runPreview: 'is an unfinished picture of one’s own run',
};

const statuses = async (who: Visitor | Member, open: Open) => {
  const asked = Object.entries(addresses).flatMap(([name, of]) =>
    typeof of === 'string' ? [] : of(open).map((address) => [name, address] as const),
  );
  return Promise.all(asked.map(async ([name, address]) => [name, (await who.fetch(address)).status] as const));
};

describe('an open picture of somebody who blocks', () => {
  it('is had by the blocked one at no address, and by everybody else as before', async () => {
    const bytes = Object.entries(contract).filter(
      ([, call]) =>
        'answers' in call && call.answers === 'bytes' && (call.access === 'anyone' || call.access === 'user'),
    );
    expect(bytes.map(([name]) => name).sort()).toEqual(Object.keys(addresses).sort());

    const who = await server.member({ plan: 'pro', tickets: { normal: 5 } });
    const open = await openResult(who);
    const before = await statuses(who, open);
    expect(before.filter(([, status]) => status !== 200)).toEqual([]);
    await open.author.api.blockAuthor({ id: who.accountId, isBlocked: true });
    expect((await statuses(who, open)).filter(([, status]) => status < 400)).toEqual([]);

    const { id, imageId, setId, token } = open;
    const ways: Record<string, () => Promise<unknown>> = {
      picture: () => who.api.picture({ id }),
      similarPictures: () => who.api.similarPictures({ id }),
      imageSet: () => who.api.imageSet({ id: setId }),
      pictures: () => who.api.pictures({ imageSetId: setId }),
      sharedResult: () => who.api.sharedResult({ token }),
      clickMask: () => who.api.clickMask({ imageId, points: [{ x: 1, y: 1, label: 1 }] }),
      startTask: () => who.api.startTask(lineDrawing(imageId)),
      picturesLike: () => who.api.picturesLike({ imageId }),
    };
    for (const [way, ask] of Object.entries(ways)) expect([way, (await refusal(ask())).status]).not.toEqual([way, 200]);
    expect((await who.api.pictures({ ids: [id] })).list).toEqual([]);

    const anybody = server.visitor();
    expect((await anybody.fetch(`/api/images/${imageId}`)).status).toBe(200);
    expect((await anybody.fetch(`/api/share/link/${token}/after`)).status).toBe(200);
    await open.author.api.blockAuthor({ id: who.accountId, isBlocked: false });
    expect(await statuses(who, open)).toEqual(before);
  });

  it('is kept from the author as well by whom the reader has blocked', async () => {
    const who = await server.member({ plan: 'pro' });
    const open = await openResult(who);
    await who.api.blockAuthor({ id: open.author.accountId, isBlocked: true });
    expect((await who.fetch(`/api/images/${open.imageId}`)).status).toBe(404);
    expect((await open.author.fetch(`/api/images/${open.imageId}`)).status).toBe(200);
  });
});
