import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDxf } from '../support/dxf.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let imageId: string;
beforeAll(async () => {
  server = await startTestServer({ engine: 'embedded' });
  member = await server.member();
  ({ imageId } = await member.upload(await drawPicture('png', { width: 400, height: 300 })));
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

it.each([
  ['svg', 'image/svg+xml'],
  ['dxf', 'image/vnd.dxf'],
] as const)(
  'a line drawing as %s comes with a picture to look at, for the price of one',
  async (format, contentType) => {
    const { taskId } = await member.api.startTask({
      tool: 'toline',
      params: { upload_img: imageId, lineStyle: 'cad', format, drawingWidth: 200 },
      clientKey: format,
    });
    const task = await server.settled(member, taskId);
    expect(task.error).toBeUndefined();
    expect(task.images).toHaveLength(1);
    expect(task.images[0]).toMatchObject({ width: 400, height: 300 });
    expect(task.files).toHaveLength(1);
    expect(task.files![0]!.format).toBe(format);
    const answer = await member.fetch(task.files![0]!.url);
    expect(answer.headers.get('content-type')).toContain(contentType);
    const text = await answer.text();
    if (format === 'svg') expect(text).toContain('width="200mm" height="150mm"');
    else expect(parseDxf(text)).toMatchObject({ right: 200, top: 150 });
  },
);

it('a picture without lines is refused with a reason', async () => {
  const light =
    '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#ccc"/><stop offset="1" stop-color="#999"/></linearGradient>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${light}<rect width="300" height="300" fill="url(#g)"/></svg>`;
  const plain = await member.upload(await sharp(Buffer.from(svg)).flatten().png().toBuffer());
  const { taskId } = await member.api.startTask({
    tool: 'toline',
    params: { upload_img: plain.imageId },
    clientKey: 'plain',
  });
  const task = await server.settled(member, taskId);
  expect(task.status).toBe('failed');
  expect(task.error?.message).toContain('没有找到可以提取的线条');
});
