import { afterEach, describe, expect, it } from 'vitest';
import type { ResultJudge } from '../../mock-server/adapters/judge/port.ts';
import { EngineFailure, type RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { createPaidService } from '../support/paid-service.ts';
import { type Member, startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { ticketsOf } from '../support/server-tickets.ts';

const tool = 'birdsViewRender';
let server: TestServer;
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});
const { normal } = ticketsOf(() => server);

/** Gives the outputs these structure scores, in the order in which they are judged. */
function judgeOf(...scores: number[]): ResultJudge & { judged: number } {
  return {
    name: 'scores',
    judged: 0,
    async judge() {
      return { measured: { structure: scores[this.judged++] ?? 0 }, areas: [] };
    },
    close: async () => undefined,
  };
}

async function open(engine: RenderEngine, judge: ResultJudge, options: TestServerOptions = {}) {
  server = await startTestServer({ engine, judge, ...options });
}

async function order(member: Member, picture: Buffer, given: Record<string, unknown> = {}) {
  const { imageId } = await member.upload(picture);
  const params = { upload_img: imageId, classifyId2: '401', num: 1, leastScore: '85', seed: 40, ...given };
  return (await member.api.startTask({ tool, params, clientKey: `order-${imageId}` })).taskId;
}

const attempts = () =>
  server.deps.store.db.selectFrom('job_attempt').select(['outcome', 'reason', 'cost_fen']).orderBy('id').execute();
const countOf = async (table: 'task_try' | 'stored_file') =>
  (await server.deps.store.db.selectFrom(table).select('sha256').execute()).length;

describe('a wished structure score', () => {
  it('that no try reaches returns the tickets; the best picture stays and is stamped, for staff too', async () => {
    const service = createPaidService([tool]);
    await open(service.engine(), judgeOf(61, 84, 70));
    const member = await server.member();
    const before = await normal(member);
    const taskId = await order(member, await drawPicture());
    const task = await server.settled(member, taskId);
    const promise = {
      ...{ least: 85, isMet: false, kept: 1 },
      tries: [
        { seed: 40, score: 61 },
        { seed: 41, score: 84 },
        { seed: 42, score: 70 },
      ],
    };
    expect(task).toMatchObject({
      ...{ status: 'succeeded', ticket: { held: 0, spent: 0, returned: 1 } },
      facts: { note: '有 1 张结构未达标，已退回 1 张券' },
      images: [{ quality: 'final', judgement: { score: 84, promise } }],
    });
    expect([await normal(member), service.paid.length]).toEqual([before, 3]);
    expect((await member.fetch(task.images[0]?.url ?? '')).status).toBe(200);
    const staff = await server.staff('support');
    const detail = await staff.api.staffTask({ id: taskId });
    expect(detail.results).toMatchObject([{ judgement: { promise } }]);
    expect(detail.settlement.movements.map(({ reason }) => reason)).toContain('结构未达标退回');
    expect(detail.attempted.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(detail.log.map(({ words }) => words)).toContain('第 1 次的结构低于 85 分，换种子再试');
    // The base and the delivered picture.
    expect(await countOf('stored_file')).toBe(2);
  });

  it('is tried for by the outputs that miss it only, each settled by itself', async () => {
    const service = createPaidService([tool]);
    await open(service.engine(), judgeOf(90, 60, 95, 40, 50));
    const member = await server.member();
    const taskId = await order(member, await drawPicture(), { num: 3 });
    expect(await server.settled(member, taskId)).toMatchObject({
      ticket: { held: 0, spent: 2, returned: 1 },
      images: [
        { judgement: { score: 90, promise: { isMet: true, tries: [{ seed: 40 }] } } },
        { judgement: { score: 60, promise: { isMet: false, kept: 0, tries: [{}, {}, {}] } } },
        { judgement: { score: 95 } },
      ],
    });
    expect(service.asked.map(({ params, seed }) => [params.num, seed])).toEqual([
      [3, 40],
      [1, 41],
      [1, 42],
    ]);
  });

  it('is not tried for where nothing is wished, or where it could not be measured', async () => {
    const service = createPaidService([tool]);
    const blind: ResultJudge = { ...judgeOf(), judge: () => Promise.reject(new Error('no answer')) };
    await open(service.engine(), blind);
    const member = await server.member({ plan: 'basic' });
    const task = await server.settled(member, await order(member, await drawPicture(), { leastScore: 'none' }));
    expect(task.images[0]?.judgement).not.toHaveProperty('promise');
    const unjudged = await server.settled(member, await order(member, await drawPicture('png', { width: 300 })));
    expect(unjudged).toMatchObject({ ticket: { spent: 0 }, images: [{ judgement: { isUnjudged: true } }] });
    expect(service.paid).toHaveLength(2);
  });
});

describe('a further try', () => {
  const paidTerms = (budget: { perRunFen: number; dayFen?: number }) =>
    new Map([['paid', { priceFactor: 1, laneSize: 1, hasFreeOutputs: false, budget }]]);

  /** Begins a task and stands in its second try. */
  async function inSecondTry(scores: number[]) {
    const service = createPaidService([tool]);
    const judge = judgeOf(...scores);
    const engineTerms = paidTerms({ perRunFen: 12 });
    await open(service.engine(), judge, { engineTerms });
    const member = await server.member();
    service.hold();
    const first = service.watched();
    const taskId = await order(member, await drawPicture());
    await first;
    const second = service.watched();
    service.finish();
    service.hold();
    await second;
    const restart = async () => {
      const { dataDir, stop } = server;
      await stop(0);
      await open(service.engine(), judge, { engineTerms, dataDir });
      const visitor = server.visitor();
      visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
      return { ...visitor, accountId: member.accountId, phoneNo: member.phoneNo };
    };
    return { service, judge, member, taskId, restart };
  }

  it('goes on after a stop of the server: neither try is made or paid twice, and the first is not lost', async () => {
    const { service, judge, taskId, restart } = await inSecondTry([84, 60, 50]);
    const member = await restart();
    service.finish();
    expect(await server.settled(member, taskId)).toMatchObject({
      ...{ status: 'succeeded', ticket: { spent: 0, returned: 1 } },
      images: [
        { judgement: { score: 84, promise: { kept: 0, tries: [{ score: 84 }, { score: 60 }, { score: 50 }] } } },
      ],
    });
    expect([service.paid.length, new Set(service.paid).size, service.cancelled.length]).toEqual([3, 3, 0]);
    expect(judge.judged).toBe(3);
    expect(await attempts()).toMatchObject([
      { outcome: 'succeeded', cost_fen: 12 },
      { outcome: 'released', cost_fen: null },
      { outcome: 'succeeded', cost_fen: 12 },
      { outcome: 'succeeded', cost_fen: 12 },
    ]);
  });

  it('begins after a crash between two tries', async () => {
    const { service, taskId, restart } = await inSecondTry([61, 90]);
    // The state between the end of a try and the note of the next start.
    await server.deps.store.db.updateTable('job').set({ start_key: null, operation: null }).execute();
    const member = await restart();
    service.finish();
    expect(await server.settled(member, taskId)).toMatchObject({
      ticket: { spent: 1 },
      images: [{ judgement: { score: 90, promise: { kept: 1, tries: [{ seed: 40 }, { seed: 41 }] } } }],
    });
    expect(service.asked.map(({ seed }) => seed)).toEqual([40, 41, 41]);
  });

  it('leaves nothing behind when a person cancels in it', async () => {
    const { service, member, taskId } = await inSecondTry([61]);
    const before = await countOf('stored_file');
    await member.api.cancelTask({ taskId });
    expect(await server.settled(member, taskId)).toMatchObject({ status: 'canceled', ticket: { returned: 1 } });
    expect(service.cancelled).toHaveLength(1);
    expect([before, await countOf('stored_file'), await countOf('task_try')]).toEqual([2, 1, 0]);
  });

  it('is not made when the budget of the engine does not allow it', async () => {
    const service = createPaidService([tool]);
    await open(service.engine(), judgeOf(61), { engineTerms: paidTerms({ perRunFen: 12, dayFen: 20 }) });
    const member = await server.member();
    const taskId = await order(member, await drawPicture());
    expect(await server.settled(member, taskId)).toMatchObject({
      ...{ status: 'succeeded', ticket: { spent: 0, returned: 1 } },
      images: [{ judgement: { score: 61, promise: { isMet: false, tries: [{ score: 61 }] } } }],
    });
    expect(service.paid).toHaveLength(1);
    expect(await attempts()).toEqual([
      { outcome: 'succeeded', reason: null, cost_fen: 12 },
      { outcome: 'failed', reason: 'engine.busy', cost_fen: null },
    ]);
  });

  it('that fails does not take the picture of the first', async () => {
    const service = createPaidService([tool]);
    await open(service.engine(), judgeOf(61));
    const member = await server.member();
    service.hold();
    const watched = service.watched();
    const taskId = await order(member, await drawPicture());
    await watched;
    service.failStarts([new EngineFailure('engine', 'HTTP 500')]);
    service.finish();
    expect(await server.settled(member, taskId)).toMatchObject({
      ...{ status: 'succeeded', ticket: { spent: 0, returned: 1 } },
      images: [{ judgement: { score: 61 } }],
    });
    expect(await attempts()).toMatchObject([{ outcome: 'succeeded' }, { outcome: 'failed', reason: 'engine.failed' }]);
  });
});

describe('lists by structure score', () => {
  it('have the best works first and those without a score last, page by page, for their owner and for staff', async () => {
    const scores = [61, 84.14, 70, 99, 84.34];
    const service = createPaidService([tool, 'upScaleImg']);
    await open(service.engine(), judgeOf(...scores));
    const member = await server.member({ plan: 'basic' });
    const ordered: string[] = [];
    for (const [place] of scores.entries()) {
      const picture = await drawPicture('png', { width: 300 + place });
      ordered.push(await order(member, picture, { leastScore: 'none' }));
      await server.settled(member, ordered.at(-1)!);
      await server.pass(1000);
    }
    await server.deps.store.db.updateTable('task').set({ score: null }).where('id', '=', ordered[2]!).execute();
    const expected = [3, 4, 1, 0, 2].map((place) => ordered[place]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await member.api.works({ order: 'score', size: 2, ...(cursor && { cursor }) });
      seen.push(...page.list.map(({ taskId }) => taskId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
    const staff = await server.staff('support');
    const rows = await staff.api.staffTasks({ _sort: 'score', _order: 'desc' });
    expect(rows.map(({ score }) => score)).toEqual([99, 84.3, 84.1, 61, null]);
  });
});
