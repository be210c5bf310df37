import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute, second } from '#shared/domain/time';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { createHeldRenderer, drawCanvas, sendFrame } from '../support/server-live.ts';

const liveTickets = (member: Member) => member.api.totalTicket({ type: 2 });

/** An engine that gives every canvas back at once, for stories about time and money. */
function echoEngine(): RenderEngine {
  return {
    ...createTestEngine(),
    openLive: () => ({
      prepare: () => undefined,
      render: async ({ canvas }) => ({ jpeg: canvas, width: 256, height: 192, ms: 3 }),
    }),
  };
}

describe('drawing time is paid by started minutes:', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine: echoEngine() });
  });
  afterAll(async () => {
    expect(await server.faults()).toEqual([]);
    await server.close();
  });

  /** A frame after so much time. */
  async function drawAfter(member: Member, liveId: string, ms: number, sequence = 0) {
    await server.pass(ms);
    return sendFrame(member, liveId, { sequence });
  }

  it('opening costs nothing, the first frame one ticket, the second minute another', async () => {
    const member = await server.member();
    const { liveId, ticketsLeft, side, idleSeconds } = await member.api.openLive({ promptTxt: '黄昏' });
    expect({ ticketsLeft, side, idleSeconds }).toEqual({ ticketsLeft: 3, side: 512, idleSeconds: 20 });
    expect(await sendFrame(member, liveId)).toMatchObject({ status: 200, ticketsLeft: 2, minuteLeft: minute });
    for (const passed of [15, 30, 45]) {
      const answer = await drawAfter(member, liveId, 15 * second);
      expect(answer).toMatchObject({ ticketsLeft: 2, minuteLeft: minute - passed * second });
    }
    expect(await drawAfter(member, liveId, 15 * second)).toMatchObject({ ticketsLeft: 1, minuteLeft: minute });
    expect(await liveTickets(member)).toBe(1);
  });

  it('an hour without a stroke counts as 20 seconds', async () => {
    const member = await server.member();
    const { liveId } = await member.api.openLive();
    await sendFrame(member, liveId);
    expect(await drawAfter(member, liveId, 60 * minute)).toMatchObject({ ticketsLeft: 2, minuteLeft: 40 * second });
    expect(await drawAfter(member, liveId, 60 * minute)).toMatchObject({ ticketsLeft: 2, minuteLeft: 20 * second });
  });

  it('without a ticket for the next minute it pauses, and goes on when there is one', async () => {
    const member = await server.member();
    const { liveId } = await member.api.openLive();
    await sendFrame(member, liveId);
    for (let frame = 0; frame < 8; frame++) await drawAfter(member, liveId, 20 * second);
    expect(await liveTickets(member)).toBe(0);
    const refused = await drawAfter(member, liveId, 20 * second);
    expect(refused).toMatchObject({ status: 409, reason: 'ticket.short', message: '实时券不足，需要 1 张，剩余 0 张' });
    expect(await drawAfter(member, liveId, minute)).toMatchObject({ reason: 'ticket.short' });
    const { db, transact } = server.deps.store;
    await transact((tx) =>
      server.deps.tickets.grant(tx, member.accountId, {
        kind: 'live',
        amount: 2,
        source: 'package',
        reason: '购买',
        expiresAt: null,
        idempotencyKey: `bought:${member.accountId}`,
      }),
    );
    expect(await sendFrame(member, liveId)).toMatchObject({ status: 200, ticketsLeft: 1, minuteLeft: minute });
    const rows = await db.selectFrom('live_session').selectAll().where('id', '=', liveId).execute();
    expect(rows).toMatchObject([{ active_ms: 180_000, minutes_paid: 4, frames: 10 }]);
  });

  it('nobody without a ticket can open a session', async () => {
    const member = await server.member();
    await server.pass(8 * 24 * 60 * minute);
    const error = await refusal(member.api.openLive());
    expect([error.reason, error.message]).toEqual(['ticket.short', '实时券不足，需要 1 张，剩余 0 张']);
  });

  it('a second window takes over, and draws first what is left of the paid minute', async () => {
    const member = await server.member({ tickets: { live: 3 } });
    const first = await member.api.openLive({ seed: 7 });
    await sendFrame(member, first.liveId);
    await drawAfter(member, first.liveId, 20 * second);
    const before = await liveTickets(member);
    const other = await member.api.openLive({ seed: 9 });
    expect([first.seed, other.seed]).toEqual([7, 9]);
    expect(await sendFrame(member, first.liveId)).toMatchObject({
      status: 409,
      reason: 'live.taken_over',
      message: '已在另一个窗口开始实时渲染',
    });
    expect(await sendFrame(member, other.liveId)).toMatchObject({ ticketsLeft: before, minuteLeft: 40 * second });
    for (const _ of [1, 2]) await drawAfter(member, other.liveId, 20 * second);
    expect(await liveTickets(member)).toBe(before - 1);
  });

  it('an ended session, somebody else’s and none at all answer alike', async () => {
    const member = await server.member();
    const stranger = await server.member();
    const { liveId } = await member.api.openLive();
    const ended = { status: 404, reason: 'live.ended', message: '实时会话已结束，请重新开始' };
    expect(await sendFrame(stranger, liveId)).toMatchObject(ended);
    await stranger.api.closeLive({ liveId });
    expect(await sendFrame(member, liveId)).toMatchObject({ status: 200 });
    await member.api.closeLive({ liveId });
    await member.api.closeLive({ liveId });
    expect(await sendFrame(member, liveId)).toMatchObject(ended);
    expect(await sendFrame(member, 'live_none')).toMatchObject(ended);
  });

  it('what is no canvas is refused in words and costs nothing', async () => {
    const member = await server.member();
    const { liveId } = await member.api.openLive();
    const answers: Array<[Buffer, string, string]> = [
      [Buffer.from('no picture at all'), 'upload.not_an_image', '文件不是 JPG、PNG 或 WebP 图片'],
      [
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 'x')]),
        'upload.broken',
        '图片已损坏，无法读取',
      ],
      [Buffer.concat([await drawCanvas(), Buffer.alloc(2 * 1024 * 1024)]), 'upload.too_large', '图片不能超过2MB'],
      [await drawCanvas(0, { width: 1400, height: 700 }), 'live.bad_size', '画布每边应在 64 到 1024 像素之间'],
      [await drawCanvas(0, { width: 300, height: 40 }), 'live.bad_size', '画布每边应在 64 到 1024 像素之间'],
    ];
    for (const [canvas, reason, message] of answers) {
      expect(await sendFrame(member, liveId, { canvas })).toMatchObject({ reason, message });
    }
    expect(await sendFrame(member, liveId, { params: { similarity: 200 } })).toMatchObject({
      reason: 'request.invalid',
    });
    expect(await sendFrame(member, liveId, { sequence: -1 })).toMatchObject({ reason: 'request.invalid' });
    expect(await liveTickets(member)).toBe(3);
  });

  it('sessions nobody draws in are forgotten after a month', async () => {
    const member = await server.member();
    const { liveId } = await member.api.openLive();
    const kept = () => server.deps.store.db.selectFrom('live_session').select('id').where('id', '=', liveId).execute();
    await server.pass(29 * 24 * 60 * minute);
    await server.deps.live.sweep();
    expect(await kept()).toHaveLength(1);
    await server.pass(2 * 24 * 60 * minute);
    await server.deps.live.sweep();
    expect(await kept()).toEqual([]);
  });
});

describe('frames of a session', () => {
  const held = createHeldRenderer();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine: { ...createTestEngine(), openLive: () => held.renderer } });
  });
  afterAll(() => server.close());

  it('wait at most one, the newest; overtaken ones get no picture', async () => {
    const member = await server.member();
    const { liveId } = await member.api.openLive();
    const canvases = await Promise.all([1, 2, 3].map((step) => drawCanvas(step)));
    const send = (sequence: number) =>
      sendFrame(member, liveId, { sequence, canvas: canvases[sequence - 1] as Buffer });
    const first = send(1);
    const under = await held.next();
    const second_ = send(2);
    const third = send(3);
    // Whichever of the two reaches the server first, the older one loses.
    expect(await second_).toMatchObject({
      status: 409,
      reason: 'live.superseded',
      message: '这一帧已被更新的一帧取代',
    });
    under.finish();
    expect(await first).toMatchObject({ status: 200, sequence: 1, picture: canvases[0] });
    (await held.next()).finish();
    expect(await third).toMatchObject({ status: 200, sequence: 3, picture: canvases[2] });
    expect(await send(2)).toMatchObject({ reason: 'live.superseded' });
    expect(held.under()).toBe(0);
  });

  it('are dropped when their client goes away, and the session goes on', async () => {
    const member = await server.member();
    const { liveId } = await member.api.openLive();
    const leaving = new AbortController();
    const form = new FormData();
    form.set('canvas', new File([new Uint8Array(await drawCanvas())], 'canvas.png'));
    form.set('sequence', '1');
    const gone = member
      .fetch(`/api/live/${liveId}/frames`, { method: 'POST', body: form, signal: leaving.signal })
      .catch((error: Error) => error.name);
    const { frame } = await held.next();
    const aborted = new Promise((resolve) => frame.signal.addEventListener('abort', resolve, { once: true }));
    leaving.abort();
    expect(await gone).toBe('AbortError');
    await aborted;
    const next = sendFrame(member, liveId, { sequence: 2 });
    (await held.next()).finish();
    expect(await next).toMatchObject({ status: 200, sequence: 2, ticketsLeft: 2 });
  });
});

describe('the embedded engine', () => {
  it('says of a canvas that breaks off that it is broken, and takes the next one', async () => {
    const engine = createEmbeddedEngine({ threads: 1 });
    const server = await startTestServer({ engine });
    const member = await server.member();
    const { liveId } = await member.api.openLive();
    const canvas = await drawCanvas();
    const half = canvas.subarray(0, canvas.length / 2);
    expect(await sendFrame(member, liveId, { canvas: half })).toMatchObject({ status: 422, reason: 'upload.broken' });
    expect(await sendFrame(member, liveId, { canvas })).toMatchObject({ status: 200, ticketsLeft: 2 });
    await server.close();
  });

  it('is missed in words where there is none', async () => {
    const server = await startTestServer();
    const error = await refusal((await server.member()).api.openLive());
    expect([error.reason, error.message]).toEqual(['tool.no_engine', '当前没有可以运行「实时渲染」的引擎']);
    await server.close();
  });
});
