import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';
import { designerOn, makeWork } from '../support/server-works.ts';

let server: TestServer;
let distDir: string;
let designer: Awaited<ReturnType<typeof designerOn>>;
let work: { taskId: string; imageId: string };
beforeAll(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-dist-'));
  await mkdir(path.join(distDir, 'user'));
  await writeFile(path.join(distDir, 'user', 'index.html'), '<html><head><title>筑绘</title></head><p>user</p></html>');
  server = await startTestServer({ config: { distDir, publicUrl: 'https://zhuhui.example.com' } });
  designer = await designerOn(server);
  work = await makeWork(server, designer, designer.imageId);
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
  await rm(distDir, { recursive: true });
});

const picture = async (who: Pick<Visitor, 'fetch'>, url: string) => {
  const answer = await who.fetch(url);
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('a link to a result', () => {
  it('shows it to anybody beside what it was made from, until its days are over', async () => {
    const share = await designer.api.createShare({ imageId: work.imageId, days: 7 });
    expect(share).toMatchObject({ imageId: work.imageId, expiresAt: server.clock.now() + 7 * day });
    expect(share.path).toBe(`/share/${share.token}`);
    const visitor = server.visitor();
    const shown = await visitor.api.sharedResult({ token: share.token });
    expect(shown).toMatchObject({ title: '清晰度提升', tool: 'upScaleImg', isMarked: false });
    for (const side of [shown.after, shown.before]) {
      const { status, headers, bytes } = await picture(visitor, side?.url ?? '');
      expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
      expect(headers['cache-control']).toBe('private, max-age=300');
      expect(await sharp(bytes).metadata()).toMatchObject({ width: side?.width, height: side?.height });
    }
    server.clock.set({ advanceMs: 7 * day });
    expect(await refusal(visitor.api.sharedResult({ token: share.token }))).toMatchObject({
      status: 410,
      reason: 'share.ended',
    });
    expect((await picture(visitor, shown.after.url)).status).toBe(410);
    expect((await designer.api.shares({})).list).toEqual([]);
  });

  it('is one per picture, is prolonged by asking again, and is ended by its owner only', async () => {
    const first = await designer.api.createShare({ imageId: work.imageId, days: 1 });
    const again = await designer.api.createShare({ imageId: work.imageId, days: 30 });
    expect(again).toEqual({ ...first, expiresAt: server.clock.now() + 30 * day });
    expect((await designer.api.shares({})).list).toEqual([again]);
    const stranger = await server.member();
    expect((await stranger.api.shares({})).list).toEqual([]);
    expect(await refusal(stranger.api.endShare({ token: first.token }))).toMatchObject({ status: 404 });
    await stranger.api.sharedResult({ token: first.token });
    await designer.api.endShare({ token: first.token });
    await designer.api.endShare({ token: first.token });
    expect(await refusal(stranger.api.sharedResult({ token: first.token }))).toMatchObject({ status: 410 });
    const next = await designer.api.createShare({ imageId: work.imageId, days: 30 });
    expect(next.token).not.toBe(first.token);
    await designer.api.endShare({ token: next.token });
  });

  it('that was ended can be opened again for a day, by its owner, unless another took its place', async () => {
    const link = await designer.api.createShare({ imageId: work.imageId, days: 30 });
    await designer.api.endShare({ token: link.token });
    const stranger = await server.member();
    expect(await refusal(stranger.api.restoreShare({ token: link.token }))).toMatchObject({ status: 404 });
    expect(await designer.api.restoreShare({ token: link.token })).toEqual(link);
    expect(await designer.api.restoreShare({ token: link.token })).toEqual(link);
    expect(await stranger.api.sharedResult({ token: link.token })).toMatchObject({ expiresAt: link.expiresAt });

    await designer.api.endShare({ token: link.token });
    const next = await designer.api.createShare({ imageId: work.imageId, days: 30 });
    expect(await refusal(designer.api.restoreShare({ token: link.token }))).toMatchObject({ reason: 'share.ended' });
    await designer.api.endShare({ token: next.token });
    server.clock.set({ advanceMs: day });
    expect(await refusal(designer.api.restoreShare({ token: next.token }))).toMatchObject({ reason: 'share.ended' });
  });

  it('shows nothing while its work lies in the recycle bin, and ends with it', async () => {
    const own = await designerOn(server);
    const { taskId, imageId } = await makeWork(server, own, own.imageId);
    const { token } = await own.api.createShare({ imageId, days: 30 });
    await own.api.batchWorks({ action: 'delete', taskIds: [taskId] });
    expect(await refusal(own.api.sharedResult({ token }))).toMatchObject({ status: 410 });
    expect(await refusal(own.api.createShare({ imageId, days: 30 }))).toMatchObject({ status: 422 });
    await own.api.batchWorks({ action: 'restore', taskIds: [taskId] });
    expect((await own.api.sharedResult({ token })).before).not.toBeNull();
    await own.api.batchWorks({ action: 'delete', taskIds: [taskId] });
    await own.api.batchWorks({ action: 'purge', taskIds: [taskId] });
    expect(await refusal(own.api.sharedResult({ token }))).toMatchObject({ status: 404 });
  });

  it('bears the brand watermark at every size where the picture’s type asks for it', async () => {
    const free = await server.member({ plan: 'free', tickets: { normal: 50 } });
    const { imageId: base } = await free.upload(await drawPicture());
    const { imageId } = await makeWork(server, free, base);
    const { token } = await free.api.createShare({ imageId, days: 30 });
    const shown = await free.api.sharedResult({ token });
    expect(shown.isMarked).toBe(true);
    const corner = async (url: string) => {
      const { bytes } = await picture(free, url);
      return sharp(bytes).extract({ left: 20, top: 20, width: 120, height: 36 }).raw().toBuffer();
    };
    const marked = await corner(`${shown.after.url}?w=320&format=png`);
    const plain = await corner(`/api/images/${imageId}?w=320&format=png`);
    let changed = 0;
    for (let at = 0; at < marked.length; at++) if (Math.abs((marked[at] ?? 0) - (plain[at] ?? 0)) > 20) changed++;
    expect(changed).toBeGreaterThan(marked.length / 20);
  });

  it('is never wider than a screen', async () => {
    const { imageId } = await designer.upload(await drawPicture('png', { width: 1600, height: 400 }));
    const large = await makeWork(server, designer, imageId);
    const { token } = await designer.api.createShare({ imageId: large.imageId, days: 30 });
    const { after } = await server.visitor().api.sharedResult({ token });
    expect(Math.max(after.width, after.height)).toBeLessThanOrEqual(1920);
    const { bytes } = await picture(server.visitor(), `${after.url}?w=8000`);
    expect((await sharp(bytes).metadata()).width).toBe(after.width);
  });

  it('is for results only, and for a few days or a year', async () => {
    expect(await refusal(designer.api.createShare({ imageId: designer.imageId, days: 30 }))).toMatchObject({
      status: 422,
      reason: 'share.not_a_result',
    });
    for (const days of [0, 366, 1.5])
      expect(await refusal(designer.api.createShare({ imageId: work.imageId, days }))).toMatchObject({ status: 422 });
    expect(await refusal(designer.api.shares({ cursor: 'x' }))).toMatchObject({ reason: 'share.bad_cursor' });
    expect(await refusal(server.visitor().api.createShare({ imageId: work.imageId, days: 1 }))).toMatchObject({
      status: 401,
    });
  });
});

describe('the page of a link', () => {
  const look = (token: string) => server.visitor().raw('GET', `/share/${token}`);

  it('tells messengers title and picture, and search engines to keep out', async () => {
    await designer.api.updateWork({ taskId: work.taskId, title: '"滨江" <别墅>' });
    const { token } = await designer.api.createShare({ imageId: work.imageId, days: 30 });
    const page = await look(token);
    expect(page.status).toBe(200);
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect(page.text).toContain('<meta property="og:title" content="&#34;滨江&#34; &#60;别墅&#62; · 前后对比">');
    const address = /property="og:image" content="https:\/\/zhuhui\.example\.com([^"]+)"/.exec(page.text)?.[1] ?? '';
    const { status, headers } = await picture(server.visitor(), address.replaceAll('&#38;', '&'));
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    await designer.api.endShare({ token });
    expect(await look(token)).toMatchObject({ status: 410 });
    expect((await look(token)).text).not.toContain('og:');
    expect(await look('share_unknown')).toMatchObject({ status: 404 });
  });
});
