import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClickMask } from '#shared/contract/task';
import { ProductError } from '#shared/errors';
import { createEmbeddedSegmenter } from '../../mock-server/adapters/segment/embedded.ts';
import type { Segmenter } from '../../mock-server/adapters/segment/port.ts';
import { type ClickMaskRequest, createSegmentService } from '../../mock-server/modules/segment/segment.service.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let segmenter: Segmenter;
let owner: Member;
let imageId: string;
let bytes: Buffer;
const builds: string[] = [];
const size = { width: 640, height: 480 };
/** In the upper left quarter of the drawn picture. */
const onQuarter = { x: 160, y: 120, label: 1 } as const;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.member();
  bytes = await drawPicture('png', size);
  ({ imageId } = await owner.upload(bytes));
  const onBuild = (sha256: string) => builds.push(sha256);
  segmenter = createEmbeddedSegmenter({ cache: server.deps.variants, onBuild });
});
afterAll(async () => {
  await segmenter.close();
  await server.close();
});

function clickMask(member: Member, request: ClickMaskRequest) {
  const { store, storage, images } = server.deps;
  const service = createSegmentService({ store, storage, images, segmenter, uploadMegabytes: 1 });
  return service.clickMask({ kind: 'user', accountId: member.accountId, sessionHash: '' }, request);
}

async function reasonOf(request: ClickMaskRequest, member = owner): Promise<[number, string]> {
  const error = await clickMask(member, request).catch((caught: unknown) => caught);
  if (!(error instanceof ProductError)) throw error;
  return [error.status, error.message];
}

const dataUrl = (content: Buffer) => `data:image/png;base64,${content.toString('base64')}`;

describe('a click on a picture', () => {
  it('answers with the mask of what was clicked, in the form of the contract', async () => {
    const answer = ClickMask.parse(await clickMask(owner, { imageId, points: [onQuarter] }));
    expect({ width: answer.width, height: answer.height }).toEqual(size);
    expect(answer.candidates[answer.chosen]!.mask).toBe(answer.mask);
    const png = Buffer.from(answer.mask.replace('data:image/png;base64,', ''), 'base64');
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', channels: 1, ...size });
    const mask = await sharp(png).toColourspace('b-w').raw().toBuffer();
    expect(mask[onQuarter.y * size.width + onQuarter.x]).toBe(255);
    expect(answer.area / (size.width * size.height)).toBeCloseTo(0.25, 1);
  });

  it('takes the picture itself in place of an id, and divides the same picture only once', async () => {
    const byId = await clickMask(owner, { imageId, points: [onQuarter] });
    const byContent = await clickMask(owner, { image: dataUrl(bytes), points: [onQuarter] });
    expect(byContent).toEqual(byId);
    expect(builds).toHaveLength(1);
    expect(await readdir(path.join(server.config.dataDir, 'files', 'work'))).toEqual([]);
  });

  it('is nobody’s business on somebody else’s picture', async () => {
    const stranger = await server.member();
    const request = { imageId, points: [onQuarter] };
    expect(await reasonOf(request, stranger)).toEqual([404, '图片不存在或已被删除']);
    expect(await reasonOf({ ...request, imageId: 'img_unknown' })).toEqual([404, '图片不存在或已被删除']);
  });

  it('says what is missing', async () => {
    const outside = { x: 640, y: 10, label: 0 } as const;
    expect(await reasonOf({ imageId, points: [] })).toEqual([422, '请先点选要选择的区域']);
    expect(await reasonOf({ imageId, points: [{ ...onQuarter, label: 0 }] })).toEqual([422, '请先点选要选择的区域']);
    expect(await reasonOf({ imageId, points: [onQuarter, outside] })).toEqual([422, '点选的位置超出了图片范围']);
    expect(await reasonOf({ points: [onQuarter] })).toEqual([400, '没有收到图片，请重新选择']);
  });

  it('holds a picture in a data URL to the limits of an upload', async () => {
    const points = [{ x: 1, y: 1, label: 1 }] as const;
    const small = await sharp(bytes).resize(100, 100).png().toBuffer();
    expect((await reasonOf({ image: dataUrl(small), points }))[0]).toBe(422);
    expect((await reasonOf({ image: dataUrl(Buffer.from('<svg/>')), points }))[0]).toBe(415);
    expect((await reasonOf({ image: 'nonsense', points }))[0]).toBe(415);
    expect((await reasonOf({ image: dataUrl(bytes.subarray(0, bytes.length / 2)), points }))[0]).toBe(422);
    expect((await reasonOf({ image: dataUrl(Buffer.alloc(1_100_000)), points }))[0]).toBe(413);
    expect(await readdir(path.join(server.config.dataDir, 'files', 'work'))).toEqual([]);
  });
});
