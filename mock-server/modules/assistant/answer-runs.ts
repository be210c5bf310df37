import type { Logger } from 'pino';
import { answerLimit } from '#shared/domain/chat';
import { second } from '#shared/domain/time';
import { type AccountFacts, ChatFault, type ChatPart, type ChatRequest } from '../../adapters/chat/port.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import { sliceAlong } from '../../slices.ts';
import type { Timers } from '../../timers.ts';
import { withDeps } from '../../with-deps.ts';
import type { UserCaller } from '../base/caller.ts';
import type { Store } from '../base/store.ts';
import type { TicketService } from '../shop/ticket/ticket.service.ts';
import type { ImageService } from '../studio/image/image.service.ts';
import type { AnswerContext } from './answer-context.ts';
import { AnswerStopped, type Ending, endingOf, endingOfFault, takePart, WordRefused } from './answer-parts.ts';
import { createAnswerRows, hasContent } from './answer-rows.ts';
import type { ChatModels } from './chat-models.ts';
import * as messages from './message.repository.ts';
import type { RefusedWords } from './refused-words.ts';

/** Maximum number of abandoned answers ended per slice. */
const settledAtOnce = 20;

export interface RunDeps {
  store: Store;
  clock: Clock;
  models: ChatModels;
  tickets: Pick<TicketService, 'settle'>;
  images: Pick<ImageService, 'ownAmong'>;
  context: AnswerContext;
  factsOf: (caller: UserCaller) => AccountFacts;
  words: RefusedWords;
  timers: Timers;
  /** Timeout of an answer, in milliseconds; the adapters have shorter timeouts of their own. */
  longestMs: number;
  log: Logger;
}

export type AnswerRuns = ReturnType<typeof createAnswerRuns>;

/** An answer that is being written. No connection owns it. */
export interface AnswerRun {
  /** As it is now; grows, and is written to the database about once a second. */
  readonly row: messages.MessageRow;
  /** Characters that stood there before: of an answer that goes on. */
  readonly base: { text: number; reasoning: number };
  /** Settled when the row has been written as it ended; never rejects. */
  readonly ended: Promise<void>;
  readonly hasEnded: boolean;
}

interface OwnRun extends AnswerRun {
  ended: Promise<void>;
  hasEnded: boolean;
  isUnsaved: boolean;
  isAnnounced: boolean;
  /** When listeners were last told, on the clock of `performance`. */
  toldAt: number;
  readonly control: AbortController;
  readonly listeners: Set<() => void>;
}

/** Milliseconds between two deltas for each answer that is being written: 200 ms where there are 500. */
const pausePerRunMs = 0.4;
const savedEveryMs = second;
const endTries = 5;

interface RunParts extends RunDeps {
  running: Map<string, OwnRun>;
  rows: ReturnType<typeof createAnswerRows>;
  saveSoon: (run: OwnRun) => void;
}

/** Writes answers: asks the adapter, keeps what comes, takes the tickets with the first of it, and ends the row. */
export function createAnswerRuns(deps: RunDeps) {
  const { store, clock, tickets, timers, log } = deps;
  const rows = createAnswerRows({ store, clock, tickets });
  const running = new Map<string, OwnRun>();
  let isSaving = false;
  function saveSoon(run: OwnRun): void {
    run.isUnsaved = true;
    if (isSaving) return;
    isSaving = true;
    timers.after(savedEveryMs, () => {
      void saveAll().catch((error: unknown) => log.warn({ error }, 'unfinished answers were not saved'));
    });
  }
  async function saveAll(): Promise<void> {
    try {
      const unsaved = [...running.values()].filter((run) => run.isUnsaved);
      for (const run of unsaved) run.isUnsaved = false;
      await rows.save(unsaved.map(({ row }) => row));
    } finally {
      isSaving = false;
    }
  }
  const parts: RunParts = { ...deps, running, rows, saveSoon };
  return {
    ...withDeps(parts, { begin, follow, stop, settleLeft, close }),
    find: (answerId: string): AnswerRun | undefined => running.get(answerId),
  };
}

/** Begins to write an answer whose row is committed. */
function begin(deps: RunParts, caller: UserCaller, row: messages.MessageRow): void {
  const { timers, running } = deps;
  const run: OwnRun = {
    row: { ...row },
    base: { text: row.text.length, reasoning: row.reasoning.length },
    ended: Promise.resolve(),
    hasEnded: false,
    isUnsaved: false,
    isAnnounced: false,
    toldAt: Number.NEGATIVE_INFINITY,
    control: new AbortController(),
    listeners: new Set(),
  };
  running.set(row.id, run);
  const callOff = timers.after(deps.longestMs, () =>
    run.control.abort(new ChatFault('interrupted', 'longer than an answer may take')),
  );
  run.ended = write(deps, run, caller)
    .then((ending) => endSurely(deps, run, ending))
    .finally(() => {
      callOff();
      running.delete(row.id);
      run.hasEnded = true;
      for (const listener of run.listeners) listener();
    });
}

/** Has `listener` called whenever the answer has grown, and when it ended. Returns what ends that. */
function follow({ running }: RunParts, answerId: string, listener: () => void): () => void {
  const run = running.get(answerId);
  run?.listeners.add(listener);
  return () => run?.listeners.delete(listener);
}

/** Ends an answer at its asker's wish; what has come stays. Returns when it is written. */
async function stop({ running }: RunParts, answerId: string): Promise<void> {
  const run = running.get(answerId);
  run?.control.abort(new AnswerStopped('asker'));
  await run?.ended;
}

/** Ends rows that say they are being written and are not: what a crash left. */
async function settleLeft({ store, running, rows }: RunParts): Promise<void> {
  const settle = async (after: string | undefined, most: number) => {
    const found = await messages.runningAfter(store.db, after ?? '', most);
    for (const row of found) {
      if (running.has(row.id)) continue;
      await rows.end(row, endingOfFault(new AnswerStopped('shutdown'), hasContent(row), row.model_title ?? ''));
    }
    return found.at(-1)?.id;
  };
  await store.slices.run(sliceAlong(settle), settledAtOnce);
}

/** Breaks off every answer and waits for their rows. */
async function close({ running }: RunParts): Promise<void> {
  const open = [...running.values()];
  for (const run of open) run.control.abort(new AnswerStopped('shutdown'));
  await Promise.all(open.map((run) => run.ended));
}

/**
 * Tells the listeners once for all parts of one turn of the loop; where many answers are written, once in a while, so
 * that a crowd costs no more writes than a few do.
 */
function announce(deps: RunParts, run: OwnRun): void {
  if (run.isAnnounced) return;
  run.isAnnounced = true;
  const tell = () => {
    run.isAnnounced = false;
    run.toldAt = performance.now();
    for (const listener of run.listeners) listener();
  };
  const wait = run.toldAt + deps.running.size * pausePerRunMs - performance.now();
  if (wait < 1) setImmediate(tell);
  else deps.timers.after(wait, tell);
}

async function take(deps: RunParts, run: OwnRun, part: ChatPart): Promise<void> {
  const { store, rows, saveSoon } = deps;
  const { row } = run;
  const hadContent = hasContent(row);
  try {
    await takePart(row, part, {
      words: deps.words,
      own: async (imageIds) => [...(await deps.images.ownAmong(store.db, row.account_id, imageIds)).keys()],
    });
  } finally {
    if (!hadContent && hasContent(row)) await rows.pay(row);
  }
  if (part.type === 'reasoning') row.state = 'streaming';
  if (row.text.length + row.reasoning.length > answerLimit) {
    row.text = row.text.slice(0, Math.max(0, answerLimit - row.reasoning.length));
    throw new ChatFault('interrupted', 'longer than an answer may be');
  }
  saveSoon(run);
  announce(deps, run);
}

async function requestOf(deps: RunDeps, run: OwnRun, caller: UserCaller): Promise<ChatRequest> {
  const { context, store, factsOf } = deps;
  const { row, control } = run;
  return {
    model: row.model ?? '',
    turns: await context.turnsOf(store.db, caller, row, control.signal),
    isDeep: row.is_deep === 1,
    continued: row.text,
    facts: factsOf(caller),
    signal: control.signal,
  };
}

async function write(deps: RunParts, run: OwnRun, caller: UserCaller): Promise<Ending> {
  const { row, control } = run;
  const title = row.model_title ?? '';
  const unlessAborted = abortable(control.signal);
  let parts: AsyncIterator<ChatPart> | undefined;
  try {
    const { adapter } = deps.models.choose(row.model ?? '');
    const request = await requestOf(deps, run, caller);
    parts = adapter.answer(request)[Symbol.asyncIterator]();
    for (;;) {
      const next = await unlessAborted(parts.next());
      if (next.done) throw new ChatFault('interrupted', 'the adapter ended without an end');
      if (next.value.type === 'end') return endingOf(next.value.why, hasContent(row), title);
      await take(deps, run, next.value);
    }
  } catch (error) {
    const isExpected = error instanceof AnswerStopped || error instanceof WordRefused;
    if (!isExpected) deps.log.warn({ error, model: row.model, answerId: row.id }, 'an answer broke off');
    return endingOfFault(error, hasContent(row), title);
  } finally {
    // Whatever the adapter holds is let go; nobody waits for it.
    control.abort(new AnswerStopped('asker'));
    void parts?.return?.().catch(() => undefined);
  }
}

async function endSurely(deps: RunParts, run: OwnRun, ending: Ending): Promise<void> {
  const { log, timers, rows } = deps;
  for (let tried = 1; ; tried++) {
    try {
      return await rows.end(run.row, ending);
    } catch (error) {
      // A full disk, say. The sweep ends the row when the disk has room again.
      log.error({ error, answerId: run.row.id }, 'the end of an answer was not written');
      if (tried === endTries) return;
      await new Promise<void>((resolve) => timers.after(savedEveryMs, resolve));
    }
  }
}

/** Waits for one thing after the other until the signal fires, also for an adapter that takes no notice of it. */
function abortable(signal: AbortSignal): <T>(work: Promise<T>) => Promise<T> {
  let leave: ((reason: unknown) => void) | undefined;
  signal.addEventListener('abort', () => leave?.(signal.reason), { once: true });
  return (work) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      leave = reject;
      work.then(resolve, reject);
    });
}
