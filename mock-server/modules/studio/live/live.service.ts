import { type LiveSession, type LiveWords, liveIdleSeconds, liveSide } from '#shared/contract/live';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { day, hour } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { ailive } from '#shared/tools/outdoor';
import type { Clock } from '../../../adapters/clock/port.ts';
import { type LivePicture, type LiveRenderer, RenderRefused } from '../../../adapters/render/port.ts';
import type { Ids } from '../../../ids.ts';
import { DeadlyJob, workerFault } from '../../../pools/failures.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import type { ChosenCategories } from '../category/chosen-categories.ts';
import { type EngineDirectory, noEngine } from '../task/engine-directory.ts';
import { FrameLane } from './frame-lane.ts';
import * as sessions from './live.repository.ts';
import { afterFrame, type LiveAccount, paidMsLeft, startAfter } from './live.rules.ts';
import type { ReceivedFrame } from './receive-frame.ts';

export interface LiveDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  tickets: TicketService;
  engines: EngineDirectory;
  chosen: ChosenCategories;
}

export interface AnsweredFrame extends LivePicture {
  sequence: number;
  ticketsLeft: number;
  /** Active time left in the paid minute, milliseconds. */
  minuteLeft: number;
}

export type LiveService = ReturnType<typeof createLiveService>;

const seeds = 1_000_000;
const keptMs = 30 * day;
const laneKeptMs = hour;

interface LiveParts extends LiveDeps {
  lanes: Map<string, FrameLane>;
}

/** Real-time rendering: sessions, one after the other per account, paid by started minutes of drawing. */
export function createLiveService(deps: LiveDeps) {
  const { store } = deps;
  const lanes = new Map<string, FrameLane>();
  store.whenEmptied(() => lanes.clear());
  const parts: LiveParts = { ...deps, lanes };
  return withDeps(parts, { open, frame, close, sweep });
}

/** Ends the account's earlier session. Throws `ticket.short`, `tool.no_engine`, `task.engine`, `task.params`. */
async function open(deps: LiveDeps, { accountId }: UserCaller, words: LiveWords): Promise<LiveSession> {
  const { chosen, store, tickets, ids, clock } = deps;
  chosen.require(ailive, words);
  const renderer = await requireRenderer(deps, words.engine);
  const earlier = startAfter(accountOrNone(await sessions.newestSession(store.db, accountId)));
  const ticketsLeft =
    paidMsLeft(earlier) > 0 ? await tickets.total(accountId, 'live') : await requireTicket(deps, accountId);
  const id = ids.next('live');
  const seed = words.seed ?? ids.number(seeds);
  await store.transact(async (tx) => {
    const now = clock.now();
    const begin = startAfter(accountOrNone(await sessions.newestSession(tx, accountId)));
    await sessions.endOpenSessions(tx, accountId, 'takeover', now);
    await sessions.insertSession(tx, {
      id,
      account_id: accountId,
      seed,
      active_ms: begin.activeMs,
      minutes_paid: begin.minutesPaid,
      last_frame_at: null,
      created_at: now,
      ended_at: null,
      ended_by: null,
    });
  });
  renderer.prepare();
  return { liveId: id, seed, side: liveSide, idleSeconds: liveIdleSeconds, ticketsLeft };
}

/** Throws `live.*`, `ticket.short`, `tool.no_engine`, `task.engine`, `upload.broken`, `upload.aborted`, `engine.live_failed`. */
async function frame(
  deps: LiveParts,
  caller: UserCaller,
  liveId: string,
  frame: ReceivedFrame,
  signal: AbortSignal,
): Promise<AnsweredFrame> {
  const { store, clock, lanes } = deps;
  await requireOpen(store.db, caller.accountId, liveId);
  const lane = lanes.get(liveId) ?? new FrameLane();
  lanes.set(liveId, lane);
  lane.usedAt = clock.now();
  await lane.enter(frame.sequence);
  try {
    return await renderFrame(deps, caller, liveId, frame, signal);
  } finally {
    lane.leave();
  }
}

/** Ends a session of the account; one that has ended, or is none, stays as it is. */
async function close({ store, clock }: LiveDeps, { accountId }: UserCaller, liveId: string): Promise<void> {
  await sessions.endOpenSessions(store.db, accountId, 'client', clock.now(), liveId);
}

/** Forgets what nobody has drawn in for a month. */
async function sweep({ store, clock, lanes }: LiveParts): Promise<void> {
  await store.slices.run((rows) => sessions.removeSessionsBefore(store.db, clock.now() - keptMs, rows));
  for (const [id, lane] of lanes) if (!lane.isBusy && lane.usedAt < clock.now() - laneKeptMs) lanes.delete(id);
}

async function requireRenderer(deps: LiveDeps, name: string | undefined): Promise<LiveRenderer> {
  const renderer = await deps.engines.forLive(name);
  if (!renderer) throw noEngine(ailive, name);
  return renderer;
}

async function requireOpen(handle: Db, accountId: string, liveId: string): Promise<sessions.LiveSessionRow> {
  const session = await sessions.findOwnSession(handle, accountId, liveId);
  if (!session || session.ended_by === 'client') throw new ProductError('live.ended');
  if (session.ended_by === 'takeover') throw new ProductError('live.taken_over');
  return session;
}

async function requireTicket(deps: LiveDeps, accountId: string): Promise<number> {
  const left = await deps.tickets.total(accountId, 'live');
  if (left < 1) throw new ProductError('ticket.short', { fill: { kind: ticketLabels.live, needed: 1, left } });
  return left;
}

/** Books the frame's time and, when it starts a minute, its ticket. A frame that cannot be paid changes nothing. */
async function book(deps: LiveDeps, accountId: string, liveId: string, now: number): Promise<LiveAccount> {
  const { store, tickets } = deps;
  return store.transact(async (tx) => {
    const session = await requireOpen(tx, accountId, liveId);
    const before = accountOf(session);
    const after = afterFrame(before, now);
    for (let minute = before.minutesPaid + 1; minute <= after.minutesPaid; minute++) {
      const reference = `${liveId}:${minute}`;
      const reason = `${ailive.title}第 ${minute} 分钟`;
      await tickets.hold(tx, accountId, 'live', 1, reference, reason);
      await tickets.settle(tx, reference, 1, reason);
    }
    await sessions.changeSession(tx, liveId, {
      active_ms: after.activeMs,
      minutes_paid: after.minutesPaid,
      last_frame_at: now,
      frames: session.frames + 1,
    });
    return after;
  });
}

async function renderFrame(
  deps: LiveDeps,
  { accountId }: UserCaller,
  liveId: string,
  frame: ReceivedFrame,
  signal: AbortSignal,
): Promise<AnsweredFrame> {
  const { store, clock, chosen, tickets } = deps;
  const renderer = await requireRenderer(deps, frame.params.engine);
  const session = await requireOpen(store.db, accountId, liveId);
  const now = clock.now();
  // Asked before the work, so that nothing is drawn that cannot be paid; booked after it, so that only what was
  // delivered is.
  if (afterFrame(accountOf(session), now).minutesPaid > session.minutes_paid) await requireTicket(deps, accountId);
  const { canvas, sequence } = frame;
  const params = chosen.forEngine(ailive, frame.params);
  const seed = params.seed ?? session.seed;
  const picture = await renderer.render({ canvas, params, seed, side: liveSide, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw new ProductError('upload.aborted', { cause });
    if (cause instanceof DeadlyJob) throw workerFault(cause);
    throw new ProductError(cause instanceof RenderRefused ? 'upload.broken' : 'engine.live_failed', { cause });
  });
  const minuteLeft = paidMsLeft(await book(deps, accountId, liveId, now));
  return { ...picture, sequence, minuteLeft, ticketsLeft: await tickets.total(accountId, 'live') };
}

function accountOf(session: sessions.LiveSessionRow): LiveAccount {
  return { activeMs: session.active_ms, minutesPaid: session.minutes_paid, lastFrameAt: session.last_frame_at };
}

function accountOrNone(session: sessions.LiveSessionRow | undefined): LiveAccount | undefined {
  return session && accountOf(session);
}
