import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClickMask } from '#shared/contract/task';
import { moveEdge } from '#shared/domain/mask-edge';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import { createEmbeddedSegmenter } from '../../mock-server/adapters/segment/embedded.ts';
import type { Segmenter } from '../../mock-server/adapters/segment/port.ts';
import {
  type ClickMaskRequest,
  createSegmentService,
} from '../../mock-server/modules/studio/segment/segment.service.ts';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
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
  const service = createSegmentService({
    ...{ store, storage, images, segmenter, uploadMegabytes: 1 },
    viewLayers: { of: async () => undefined },
  });
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

describe('a mask that is for a tool', () => {
  const url = (name: string) => new URL(`../fixtures/pictures/${name}`, import.meta.url);
  const onDisc = { x: 450, y: 350, label: 1 } as const;
  const markedIn = async (mask: string) => {
    const png = Buffer.from(mask.replace('data:image/png;base64,', ''), 'base64');
    return sharp(png).toColourspace('b-w').raw().toBuffer();
  };
  let wall: string;
  beforeAll(async () => {
    ({ imageId: wall } = await owner.upload(await readFile(url('disc-on-wall.png'))));
  });

  it.each(['clean', 'lama', 'matting', 'compress'])(
    'grows for %s as the editor on its page grows it, and says by how much',
    async (tool) => {
      const plain = await clickMask(owner, { imageId: wall, points: [onDisc] });
      const answer = await clickMask(owner, { imageId: wall, points: [onDisc], tool });
      const painted = Object.values(toolById(tool)!.fields).find(({ editor, scene }) => editor === 'mask' && !scene);
      expect([plain.grown, answer.grown]).toEqual([0, painted?.grow ?? 0]);
      const found = { width: 900, height: 700, data: new Uint8Array(await markedIn(plain.mask)) };
      const grown = answer.grown > 0 ? moveEdge(found, answer.grown) : found.data;
      expect(Buffer.compare(await markedIn(answer.mask), grown)).toBe(0);
      expect(answer.area).toBe(grown.filter((value) => value === 255).length);
    },
  );

  it('leaves no ring of what was clicked when it is erased', async () => {
    const own = await startTestServer({ engine: 'embedded' });
    try {
      const painter = await own.member({ tickets: { normal: 10 } });
      const { imageId: picture } = await painter.upload(await readFile(url('disc-on-wall.png')));
      const { mask } = await painter.api.clickMask({ imageId: picture, points: [onDisc], tool: 'clean' });
      const png = Buffer.from(mask.replace('data:image/png;base64,', ''), 'base64');
      const { imageId: painted } = await painter.upload(png, 'mask.png');
      const params = { upload_img: picture, mask: painted };
      const { taskId } = await painter.api.startTask({ tool: 'clean', params, clientKey: 'no ring' });
      const { status, images } = await own.settled(painter, taskId);
      expect(status).toBe('succeeded');
      const result = Buffer.from(await (await painter.fetch(images[0]!.url)).arrayBuffer());
      const pixels = await sharp(result).removeAlpha().raw().toBuffer();
      // Looks for dark pixels along the rim of the disc (radius 80 px), at every degree.
      const isLeft = (degree: number) => {
        const [across, down] = [Math.cos((degree * Math.PI) / 180), Math.sin((degree * Math.PI) / 180)];
        return [78, 79, 80, 81].some((radius) => {
          const at = Math.round(350 + radius * down) * 900 + Math.round(450 + radius * across);
          return Math.abs(pixels[at * 3]! - 0xc8) > 12;
        });
      };
      const degrees = Array.from({ length: 360 }, (_, degree) => degree);
      expect(degrees.filter(isLeft)).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('names a tool that there is', async () => {
    expect((await reasonOf({ imageId: wall, points: [onDisc], tool: 'constructor' }))[0]).toBe(404);
  });
});

describe('sky, ground and windows of a picture', () => {
  const place = { width: 480, height: 320 };
  const street = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320"><defs><linearGradient id="sky" x2="0"
    y2="1"><stop offset="0" stop-color="#4f8fd6"/><stop offset="1" stop-color="#a9cdee"/></linearGradient></defs>
    <rect width="480" height="320" fill="url(#sky)"/><rect y="240" width="480" height="80" fill="#8f8d89"/><rect x="120"
    y="90" width="240" height="160" fill="#cdbfae"/><rect x="150" y="130" width="40" height="50" fill="#2b333b"/></svg>`;
  let own: TestServer;
  let painter: Member;
  let picture: string;

  beforeAll(async () => {
    own = await startTestServer({ engine: 'embedded' });
    painter = await own.member({ tickets: { normal: 10 } });
    ({ imageId: picture } = await painter.upload(await sharp(Buffer.from(street)).png().toBuffer()));
  });
  afterAll(() => own.close());

  const bytesOf = (url: string) => Buffer.from(url.replace('data:image/png;base64,', ''), 'base64');
  const valuesOf = (png: Buffer) => sharp(png).toColourspace('b-w').raw().toBuffer();
  const cacheNames = async () =>
    (await readdir(path.join(own.config.dataDir, 'cache'))).filter((name) => name.includes('-scene-'));

  /** Pixels of the picture in another atmosphere, RGB. */
  async function changed(params: Record<string, unknown>): Promise<Buffer> {
    const { taskId } = await painter.api.startTask({
      tool: 'atmosphereChange',
      params,
      clientKey: `sky ${'skyMask' in params}`,
    });
    const { status, images } = await own.settled(painter, taskId);
    expect(status).toBe('succeeded');
    const bytes = Buffer.from(await (await painter.fetch(images[0]!.url)).arrayBuffer());
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([place.width, place.height]);
    return data;
  }

  it('are shown, corrected and used by a task, and looked for once', async () => {
    const shown = ClickMask.parse(await painter.api.clickMask({ imageId: picture, scene: 'sky' }));
    expect({ width: shown.width, height: shown.height, chosen: shown.chosen }).toEqual({ ...place, chosen: 0 });
    expect(shown.candidates).toHaveLength(1);
    const mask = await valuesOf(bytesOf(shown.mask));
    expect(mask.filter((value) => value === 255).length).toBe(shown.area);
    expect([mask[20 * place.width + 60], mask[300 * place.width + 60]]).toEqual([255, 0]);
    const kept = await cacheNames();
    expect(kept).toHaveLength(1);
    const file = path.join(own.config.dataDir, 'cache', kept[0]!);
    const { ino } = await stat(file);

    // The right half of the sky stays as it is, says the user.
    for (let y = 0; y < place.height; y++) mask.fill(0, y * place.width + 240, (y + 1) * place.width);
    const halved = await sharp(mask, { raw: { ...place, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const { imageId: skyMask } = await painter.upload(halved, 'mask.png');
    const night = { upload_img: picture, time: 'night', strength: 100, seed: 5 };
    const found = await changed({ ...night });
    const corrected = await changed({ ...night, skyMask });
    const difference = (from: number, to: number) => {
      let sum = 0;
      for (let y = 0; y < 60; y++) {
        for (let x = from * 3; x < to * 3; x++) {
          const at = y * place.width * 3 + x;
          sum += Math.abs(found[at]! - corrected[at]!);
        }
      }
      return sum / (60 * 3 * (to - from));
    };
    expect(difference(300, 470)).toBeGreaterThan(4);
    expect(difference(10, 180)).toBeLessThan(difference(300, 470) / 4);
    expect((await stat(file)).ino).toBe(ino);
    expect(await cacheNames()).toEqual(kept);
  });

  it('are the same when nothing was kept', async () => {
    const shown = await painter.api.clickMask({ imageId: picture, scene: 'window' });
    for (const name of await cacheNames()) await rm(path.join(own.config.dataDir, 'cache', name));
    expect(await painter.api.clickMask({ imageId: picture, scene: 'window' })).toEqual(shown);
    const mask = await valuesOf(bytesOf(shown.mask));
    expect([mask[150 * place.width + 170], mask[150 * place.width + 250]]).toEqual([255, 0]);
  });

  it('refuse what cannot be answered with a sentence', async () => {
    const unknown = await refusal(painter.api.clickMask({ imageId: picture, scene: 'roof' as 'sky' }));
    expect([unknown.status, unknown.fields]).toEqual([422, { scene: ['没有这种场景蒙版'] }]);
    const points = [{ x: 5, y: 5, label: 1 }] as const;
    const both = await refusal(painter.api.clickMask({ imageId: picture, scene: 'sky', points: [...points] }));
    expect([both.status, both.message]).toEqual([422, '自动识别天空、地面或窗户时不能同时点选或框选']);
    const nothing = await refusal(painter.api.clickMask({ imageId: picture }));
    expect([nothing.status, nothing.reason]).toEqual([422, 'segment.nothing_marked']);
    const stranger = await own.member();
    const foreign = await refusal(stranger.api.clickMask({ imageId: picture, scene: 'sky' }));
    expect([foreign.status, foreign.reason]).toEqual([404, 'image.not_found']);
    const { imageId: gone } = await painter.upload(await drawPicture('jpg', size), 'gone.jpg');
    await own.deps.store.db.updateTable('image').set({ deleted_at: 1 }).where('id', '=', gone).execute();
    const deleted = await refusal(painter.api.clickMask({ imageId: gone, scene: 'sky' }));
    expect([deleted.status, deleted.reason]).toEqual([404, 'image.not_found']);
  });

  it('fail a task whose mask has another size than the picture, with the tickets returned', async () => {
    const small = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { imageId: groundMask } = await painter.upload(small, 'mask.png');
    const params = { upload_img: picture, weather: 'snow', groundMask };
    const task = { tool: 'atmosphereChange', params, clientKey: 'small mask' };
    const { taskId } = await painter.api.startTask(task);
    const settled = await own.settled(painter, taskId);
    expect([settled.status, settled.error?.message]).toEqual(['failed', '蒙版尺寸与底图不一致，请重新涂抹']);
    expect(settled.ticket.spent).toBe(0);
  });
});
