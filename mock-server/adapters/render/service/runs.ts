import { setTimeout as wait } from 'node:timers/promises';
import type { RenderStep } from '../port.ts';
import { Detached, EngineFailure, OperationLost, RenderRefused, type RenderRequest, StartUnknown } from '../port.ts';
import { Uncertain } from './faults.ts';
import { fetchPicture } from './fetch-picture.ts';
import type { Prepared } from './jobs.ts';
import type { PartNote, RunNote, RunNotes } from './notes.ts';
import type { MadePicture, PictureJob, ServiceWire } from './wire.ts';

export interface RunDeps {
  wire: ServiceWire;
  notes: RunNotes;
  /** Address of the service. */
  home: string;
  /** True when pictures cost the operator money: nothing is sent twice that may have been begun. */
  isPaid: boolean;
  /** Pause between two looks at a task, milliseconds. */
  pollMs: number;
  prepare(request: RenderRequest): Promise<Prepared>;
}

export interface RunEnd extends Pick<Prepared, 'asked' | 'frame'> {
  /** Files as the service made them. */
  pictures: Uint8Array[];
  /** Time of the work, milliseconds. */
  ms: number;
}

/** A run that goes on in this process, whoever watches. */
export interface ServiceRun {
  ended: Promise<RunEnd>;
  /** True while an answer is awaited that nobody can be asked for again. */
  isSending(): boolean;
  /** Tasks of the service that are under way. */
  tasks(): string[];
  /** Number of pictures that the service has made, each of which it charges. */
  made(): number;
  /** Hears the latest progress, and that to come, until the returned function is called. */
  hear(listen: (fraction: number, step: RenderStep) => void): () => void;
  /** Begins no further picture; the one under way is made. */
  finish(): void;
  stop(reason: Error): void;
}

/** Pause after a refusal for being busy that names none, milliseconds. */
const busyMs = 15_000;
/** Age at which a task that the service has forgotten may have been made and paid, milliseconds. */
const expiredMs = 12 * 60 * 60 * 1000;

/** Makes the pictures of a request one after the other, and goes on with what its note says. */
export function beginRun(
  deps: RunDeps,
  request: RenderRequest,
  kept: { note: RunNote; pictures: Map<number, Uint8Array> } | undefined,
): ServiceRun {
  const stop = new AbortController();
  const listeners = new Set<(fraction: number, step: RenderStep) => void>();
  const told = { fraction: 0, step: { words: '准备', ends: 0.05 } };
  let sending = false;
  let isFinishing = false;
  let made = 0;
  let current: RunNote | undefined = kept?.note;
  const report = (fraction: number, words: string) => {
    const next = Math.max(told.fraction, 0.95 * fraction);
    if (next === told.fraction && words === told.step.words) return;
    Object.assign(told, { fraction: next, step: { words, ends: 0.95 } });
    for (const listen of listeners) listen(told.fraction, told.step);
  };
  const work = async (): Promise<RunEnd> => {
    const note = current ?? (await deps.notes.read(request.key));
    if (!note) throw new OperationLost('the operation is not known');
    current = note;
    const prepared = await deps.prepare(request);
    const pictures: Uint8Array[] = [];
    for (const [index, job] of prepared.jobs.entries()) {
      stop.signal.throwIfAborted();
      if (isFinishing) throw new Detached('the server stops');
      const part = createPart(deps, {
        ...{ key: request.key, note, index, job, signal: stop.signal, stored: kept?.pictures.get(index) },
        report: (words) => report((index + 0.1) / prepared.jobs.length, words),
        onSending: (isSending) => {
          sending = isSending;
        },
        onMade: () => {
          made += 1;
        },
      });
      pictures.push(await part());
      report((index + 1) / prepared.jobs.length, '取回');
    }
    const ms = Object.values(note.parts).reduce((sum, each) => sum + (each.ms ?? 0), 0);
    return { pictures, ms: Math.max(1, Math.round(ms)), asked: prepared.asked, frame: prepared.frame };
  };
  return {
    ended: Promise.resolve().then(work),
    isSending: () => sending,
    tasks: () =>
      Object.values(current?.parts ?? {}).flatMap(({ task, ms }) => (task && ms === undefined ? [task] : [])),
    made: () => made,
    hear(listen) {
      listeners.add(listen);
      listen(told.fraction, told.step);
      return () => listeners.delete(listen);
    },
    finish() {
      isFinishing = true;
    },
    stop: (reason) => stop.abort(reason),
  };
}

interface Part {
  key: string;
  note: RunNote;
  index: number;
  job: PictureJob;
  signal: AbortSignal;
  /** Bytes that could not be written when they came. */
  stored: Uint8Array | undefined;
  report(words: string): void;
  onSending(isSending: boolean): void;
  onMade(): void;
}

/** The picture of one job could not be written, but is here. */
export class Unwritten extends Error {
  override readonly name = 'Unwritten';
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly note: RunNote;
  constructor({ index, note }: Pick<Part, 'index' | 'note'>, bytes: Uint8Array, cause: unknown) {
    super('a picture of the service could not be written', { cause });
    this.index = index;
    this.note = note;
    this.bytes = bytes;
  }
}

/** Waits for a task of the service, which may be silent for as long as the run may take. Rejects with how it failed. */
async function untilMade(
  { wire, pollMs }: RunDeps,
  task: string,
  { signal, report }: Pick<Part, 'signal' | 'report'>,
): Promise<MadePicture> {
  for (;;) {
    const state = await wire.look!(task, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      const isOurs = error instanceof EngineFailure && (error.kind === 'config' || error.kind === 'quota');
      if (isOurs) throw error;
      // Everything else is a fault of the question, and the task goes on.
      return undefined;
    });
    if (state && 'made' in state) return state.made;
    if (state && 'failed' in state) throw state.failed;
    if (state) report(state.waiting === 'queued' ? '排队' : '生成');
    await wait(pollMs, undefined, { signal, ref: false });
  }
}

/** Makes one picture, or goes on where its note says that it stands. */
function createPart(deps: RunDeps, part: Part): () => Promise<Uint8Array> {
  const { wire, notes, isPaid } = deps;
  const { key, note, index, job, signal, report } = part;
  const mine = (): PartNote | undefined => note.parts[index];
  const save = async (next: PartNote | undefined) => {
    signal.throwIfAborted();
    if (next) note.parts[index] = next;
    else delete note.parts[index];
    await notes.write(key, note);
  };

  /** Sends the job under a note; it is withdrawn where the service has surely not begun. */
  async function send(): Promise<MadePicture | undefined> {
    const sentAt = Date.now();
    await save({ sentAt });
    report('生成');
    part.onSending(true);
    try {
      const answer = await wire.send(job, signal);
      if ('made' in answer) return answer.made;
      await save({ sentAt, task: answer.task });
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (isCertain(error)) await save(undefined);
      throw error;
    } finally {
      part.onSending(false);
    }
  }

  /** A run that has paid for earlier pictures waits where it could begin anew otherwise. */
  async function sendPatiently(): Promise<MadePicture | undefined> {
    for (;;)
      try {
        return await send();
      } catch (error) {
        if (index === 0 || !(error instanceof EngineFailure) || error.kind !== 'busy') throw error;
        await wait(error.retryAfterMs ?? busyMs, undefined, { signal, ref: false });
      }
  }

  /** A task that is gone after many hours may have been made. */
  function aged(error: unknown): never {
    const isOld = Date.now() - (mine()?.sentAt ?? 0) > expiredMs;
    throw error instanceof OperationLost && isPaid && isOld ? new Uncertain('the task has expired') : error;
  }

  async function made(): Promise<MadePicture> {
    const begun = mine();
    if (begun?.link !== undefined) return { link: begun.link };
    if (begun?.task !== undefined) return untilMade(deps, begun.task, part).catch(aged);
    if (begun && isPaid) throw new Uncertain('the server was stopped while the service worked');
    const picture = await sendPatiently();
    return picture ?? untilMade(deps, mine()?.task ?? '', part);
  }

  async function keep(bytes: Uint8Array): Promise<void> {
    const { sentAt = Date.now(), task } = mine() ?? {};
    const done: PartNote = { sentAt, ...(task !== undefined && { task }), ms: Math.max(1, Date.now() - sentAt) };
    try {
      await notes.putPicture(key, index, bytes);
      await save(done);
    } catch (error) {
      signal.throwIfAborted();
      note.parts[index] = done;
      throw new Unwritten(part, bytes, error);
    }
  }

  return async () => {
    // A file is there before the note tells of it: a crash between the two loses nothing that is paid for.
    const stored = (mine() && (await notes.picture(key, index))) ?? part.stored;
    if (stored) {
      part.onMade();
      return stored;
    }
    try {
      const picture = await made();
      part.onMade();
      if ('link' in picture) await save({ sentAt: Date.now(), ...mine(), link: picture.link });
      const bytes = await fetchPicture(picture, deps.home, signal);
      await keep(bytes);
      return bytes;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Uncertain)) throw error;
      if (isPaid) throw new StartUnknown(error.message, { cause: error });
      throw new EngineFailure('engine', error.message, { cause: error });
    }
  };
}

/** True for errors that say that the service has not done the work. */
const isCertain = (error: unknown): boolean =>
  error instanceof EngineFailure || error instanceof RenderRefused || error instanceof OperationLost;
