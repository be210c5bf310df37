import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RenderEngine, RenderListener } from '../../mock-server/adapters/render/port.ts';
import { createPaidService, type PaidService } from '../support/paid-service.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let service: PaidService;
let server: TestServer;
let member: Member;
let imageId: string;
/** Of the run that is watched. */
let listener: RenderListener;
beforeEach(async () => {
  service = createPaidService();
  const engine: RenderEngine = {
    ...service.engine(),
    watch(operation, given, request) {
      listener = given;
      return service.engine().watch(operation, given, request);
    },
  };
  server = await startTestServer({ engine });
  member = await server.member({ tickets: { normal: 10 } });
  ({ imageId } = await member.upload(await drawPicture()));
});
afterEach(async () => {
  service.finish();
  await server.close();
});

const drawn = (colour: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

async function beginHeld(): Promise<string> {
  service.hold();
  const watched = service.watched();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await watched;
  return taskId;
}
const previewOf = async (taskId: string) => (await member.api.getTaskByTaskId({ taskId })).preview;

it('the newest unfinished picture of a run is its owner’s alone, and is gone with the run', async () => {
  const taskId = await beginHeld();
  expect(await previewOf(taskId)).toBeUndefined();
  listener.onPreview?.({ bytes: await drawn('red'), format: 'jpg' });
  const first = (await previewOf(taskId)) ?? '';
  const second = await drawn('blue');
  listener.onPreview?.({ bytes: second, format: 'jpg' });
  const url = (await previewOf(taskId)) ?? '';
  expect(url).not.toBe(first);

  const answer = await member.fetch(url);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    ...[200, 'image/jpeg', 'private, no-store'],
  ]);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(second);
  const stranger = await server.member();
  expect((await stranger.fetch(url)).status).toBe(404);
  expect((await server.visitor().fetch(url)).status).toBe(401);

  service.finish();
  expect(await server.settled(member, taskId)).not.toHaveProperty('preview');
  expect((await member.fetch(url)).status).toBe(404);
});

it('what is no small JPEG or PNG is left out', async () => {
  const taskId = await beginHeld();
  listener.onPreview?.({ bytes: Buffer.from('<svg onload="alert(1)"/>'), format: 'png' });
  const large = Buffer.alloc(600 * 1024);
  large.set([0xff, 0xd8, 0xff]);
  listener.onPreview?.({ bytes: large, format: 'jpg' });
  expect(await previewOf(taskId)).toBeUndefined();
});
