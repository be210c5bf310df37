import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { publishOn } from '../support/server-gallery.ts';
import { makeWork } from '../support/server-works.ts';

const photo = path.join(import.meta.dirname, '../fixtures/pictures/exif-gps-o1.jpg');
let server: TestServer;
let owner: Member;
let stranger: Member;
/** A published picture with a task, stored as before uploads removed GPS positions. */
let old: { imageId: string; token: string; taskId: string };
let pictureId: number;

/** Replaces the stored file by the original one, which contains the position. */
async function asBefore(imageId: string): Promise<void> {
  const { storage, store, images } = server.deps;
  const file = path.join(await storage.workFolder(), 'photo');
  await copyFile(photo, file);
  const { sha256, bytes } = await storage.adopt(file);
  await store.transact((tx) => images.registerFile(tx, { sha256, bytes }));
  await store.db.updateTable('image').set({ sha256, bytes }).where('id', '=', imageId).execute();
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const tells = async (bytes: Buffer) => {
  const { exif } = await sharp(bytes).metadata();
  // Exif tag 0x8825 of the GPS directory, in either byte order.
  return exif !== undefined && (exif.includes(Buffer.from([0x25, 0x88])) || exif.includes(Buffer.from([0x88, 0x25])));
};

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.member({ plan: 'pro', tickets: { normal: 50 } });
  stranger = await server.member({ plan: 'pro' });
  const published = await publishOn(server, owner, { bytes: await readFile(photo) });
  pictureId = published.id;
  const { imageId } = await owner.upload(await readFile(photo));
  const work = await makeWork(server, owner, imageId);
  const { token } = await owner.api.createShare({ imageId: work.imageId, days: 7 });
  old = { imageId, token, taskId: work.taskId };
});
afterAll(() => server.close());

it('a position is left out at the upload, whoever looks', async () => {
  expect(await tells(await readFile(photo))).toBe(true);
  const bytes = await bytesOf(await owner.fetch(`/api/images/${old.imageId}`));
  expect([await tells(bytes), (await sharp(bytes).metadata()).density]).toEqual([false, 300]);
});

describe('of a picture from earlier times no position leaves', () => {
  beforeAll(async () => {
    await asBefore(old.imageId);
    const row = await server.deps.store.db
      .selectFrom('gallery_picture')
      .select('image_id')
      .where('id', '=', pictureId)
      .executeTakeFirstOrThrow();
    await asBefore(row.image_id);
    shown = row.image_id;
  });
  let shown: string;

  /** Every endpoint that returns stored pictures to other people, by its name. */
  const ways: Record<string, () => Promise<Response>> = {
    image: () => stranger.fetch(`/api/images/${shown}`),
    downloadImage: () => owner.fetch(`/api/images/${old.imageId}/download?format=jpg`),
    downloadFile: async () => {
      const { list } = await stranger.api.takeDownloads({ pictureIds: [pictureId] });
      return stranger.fetch(`/api/inspiration/downloads/${list[0]?.id}/file?format=jpg`);
    },
    sharedPicture: () => server.visitor().fetch(`/api/share/link/${old.token}/before?format=jpg`),
  };
  /** Endpoints for staff, which use the same conversion. */
  const byStaff = ['galleryReviewImage', 'staffTaskImage'];
  /** Pictures on the way to a result are shown to the owner of the run alone, and stored nowhere. */
  const unstored = ['runPreview'];

  it.each(Object.keys(ways))('by %s', async (name) => {
    const answer = await ways[name]!();
    expect(answer.status).toBe(200);
    expect(await tells(await bytesOf(answer))).toBe(false);
  });

  it('and these are all the ways', () => {
    const giving = Object.entries(contract).filter(([, call]) => {
      const media: readonly string[] = 'media' in call && Array.isArray(call.media) ? call.media : [];
      return media.includes('image/png');
    });
    expect(giving.map(([name]) => name).toSorted()).toEqual([...Object.keys(ways), ...byStaff, ...unstored].toSorted());
  });
});
