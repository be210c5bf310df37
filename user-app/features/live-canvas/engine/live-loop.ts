import { failureWords } from '#shared/domain/failure-words';
import { Observable } from '../../../canvas/observable';
import { type LiveState, offState, rateOf } from './live-state';

export interface OpenedSession {
  liveId: string;
  seed: number;
  ticketsLeft: number;
  idleSeconds: number;
}

export interface FrameAnswer {
  picture: Blob;
  sequence: number;
  ms: number;
  ticketsLeft: number;
  minuteLeft: number;
}

export type Verdict = 'superseded' | 'taken' | 'short' | 'ended' | 'offline' | 'login' | 'refused';

export interface LoopParts {
  open: () => Promise<OpenedSession>;
  close: (liveId: string) => Promise<unknown>;
  /** The paper as it is now. */
  capture: () => Promise<Blob>;
  send: (frame: { liveId: string; sequence: number; canvas: Blob }, signal: AbortSignal) => Promise<FrameAnswer>;
  judge: (error: unknown) => Verdict;
  /** Asks for the login or the tickets that the refusal is about; `again` goes on afterwards. */
  askFor: (refusal: unknown, again: () => void) => void;
  now: () => number;
  setTimer: (act: () => void, ms: number) => () => void;
}

const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** Pictures of the last so many milliseconds count for the rate. */
const rateWindowMs = 4_000;

/**
 * Keeps the picture current while somebody draws: one frame under way, the newest paper after it, nothing else waits.
 * An answer that is older than the picture shown is dropped. A lost connection is tried again, ever more slowly.
 */
export class LiveLoop extends Observable<LiveState> {
  readonly #parts: LoopParts;
  #liveId: string | undefined;
  #sequence = 0;
  /** True when a frame is due. */
  #isDue = false;
  #isAutomatic = true;
  /** Work of an earlier run is dropped when it comes back. */
  #run = 0;
  #failures = 0;
  #reopened = 0;
  #times: number[] = [];
  #aborter: AbortController | undefined;
  #cancelIdle: () => void = () => undefined;
  #cancelRetry: () => void = () => undefined;

  constructor(parts: LoopParts) {
    super(offState);
    this.#parts = parts;
  }

  /** Opens a session and renders the paper; the earlier session, if any, is left. */
  async start(): Promise<void> {
    const run = this.#renew();
    this.#liveId = undefined;
    this.change({ phase: 'opening', problem: undefined, isRendering: false });
    try {
      const { liveId, seed, ticketsLeft, idleSeconds } = await this.#parts.open();
      if (run !== this.#run) return void this.#parts.close(liveId).catch(() => undefined);
      this.#liveId = liveId;
      this.change({ phase: 'live', seed, ticketsLeft, idleSeconds });
      this.#isDue = true;
      this.#awaitIdle();
      void this.#next();
    } catch (error) {
      if (run === this.#run) this.#fail(error);
    }
  }

  /** Ends the session. */
  stop(): void {
    this.#renew();
    const liveId = this.#liveId;
    this.#liveId = undefined;
    this.change({ phase: 'off', isRendering: false, framesPerSecond: undefined, minuteLeft: undefined });
    if (liveId) void this.#parts.close(liveId).catch(() => undefined);
  }

  /** Chooses whether changes are rendered automatically, or only on {@link renderOnce}. */
  setAutomatic(isAutomatic: boolean): void {
    this.#isAutomatic = isAutomatic;
    if (isAutomatic && this.getSnapshot().hasChanges) this.changed();
  }

  /** Says that the paper or the words are different now. */
  changed(): void {
    this.change({ hasChanges: true });
    if (!this.#isAutomatic) return;
    this.#isDue = true;
    this.#wake();
  }

  /** Renders the paper as it is now, whatever the mode. */
  renderOnce(): void {
    this.#isDue = true;
    if (this.getSnapshot().phase === 'paused') this.resume();
    else this.#wake();
  }

  pause(): void {
    const { phase } = this.getSnapshot();
    if (phase !== 'live' && phase !== 'idle' && phase !== 'reconnecting') return;
    this.#cancelIdle();
    this.#cancelRetry();
    this.#times = [];
    this.change({ phase: 'paused', framesPerSecond: undefined });
  }

  /** Goes on after a pause, after tickets were bought, or with a new session where the earlier one has ended. */
  resume(): void {
    if (!this.#liveId || this.getSnapshot().phase === 'taken') return void this.start();
    this.#failures = 0;
    this.change({ phase: 'live', problem: undefined });
    if (this.#isAutomatic && this.getSnapshot().hasChanges) this.#isDue = true;
    this.#awaitIdle();
    void this.#next();
  }

  /** Tries again now instead of later. */
  retryNow(): void {
    if (this.getSnapshot().phase === 'reconnecting') this.resume();
  }

  #wake(): void {
    const { phase } = this.getSnapshot();
    if (phase === 'idle' || (phase === 'failed' && this.#liveId)) this.change({ phase: 'live', problem: undefined });
    if (this.getSnapshot().phase !== 'live') return;
    this.#awaitIdle();
    void this.#next();
  }

  async #next(): Promise<void> {
    const liveId = this.#liveId;
    const { phase, isRendering } = this.getSnapshot();
    if (!liveId || phase !== 'live' || isRendering || !this.#isDue) return;
    const run = this.#run;
    this.#isDue = false;
    this.#sequence += 1;
    const sequence = this.#sequence;
    this.change({ isRendering: true, hasChanges: false });
    this.#aborter = new AbortController();
    try {
      const canvas = await this.#parts.capture();
      const answer = await this.#parts.send({ liveId, sequence, canvas }, this.#aborter.signal);
      if (run !== this.#run) return;
      this.change({ isRendering: false });
      this.#accept(answer);
    } catch (error) {
      if (run !== this.#run) return;
      this.change({ isRendering: false, hasChanges: true });
      this.#isDue = true;
      this.#fail(error);
    }
    void this.#next();
  }

  #accept({ picture, sequence, ms, ticketsLeft, minuteLeft }: FrameAnswer): void {
    this.#failures = 0;
    this.#reopened = 0;
    if (sequence <= this.getSnapshot().shownSequence) return;
    const now = this.#parts.now();
    this.#times = [...this.#times, now].filter((time) => now - time <= rateWindowMs);
    this.change({
      picture,
      shownSequence: sequence,
      ms,
      ticketsLeft,
      minuteLeft,
      answeredAt: now,
      problem: undefined,
      framesPerSecond: rateOf(this.#times),
    });
  }

  #fail(error: unknown): void {
    const verdict = this.#parts.judge(error);
    const problem = failureWords(error);
    if (this.getSnapshot().phase === 'paused') return;
    // The server dropped this frame for a newer one: the canvas is still due and sent again at once.
    if (verdict === 'superseded') return;
    if (verdict === 'offline') {
      this.change({ phase: 'reconnecting', problem, framesPerSecond: undefined });
      this.#retryLater();
    } else if (verdict === 'ended' && this.#reopened === 0) {
      this.#reopened += 1;
      void this.start();
    } else if (verdict === 'login') {
      this.#end('off', undefined);
      this.#parts.askFor(error, () => void this.start());
    } else if (verdict === 'short') {
      this.#end('short', problem);
      this.#parts.askFor(error, () => this.resume());
    } else if (verdict === 'taken') this.#end('taken', problem);
    else {
      // The same canvas would be refused again: the next frame waits for a change.
      this.#isDue = false;
      this.#end('failed', problem);
    }
  }

  #end(phase: 'off' | 'short' | 'taken' | 'failed', problem: string | undefined): void {
    this.#cancelIdle();
    this.#times = [];
    this.change({ phase, problem, framesPerSecond: undefined });
  }

  #retryLater(): void {
    this.#cancelIdle();
    this.#cancelRetry();
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#cancelRetry = this.#parts.setTimer(() => {
      if (this.getSnapshot().phase !== 'reconnecting') return void this.#next();
      if (!this.#liveId) return void this.start();
      this.change({ phase: 'live' });
      this.#awaitIdle();
      void this.#next();
    }, wait);
  }

  #awaitIdle(): void {
    this.#cancelIdle();
    this.#cancelIdle = this.#parts.setTimer(() => {
      if (this.getSnapshot().phase !== 'live') return;
      this.#times = [];
      this.change({ phase: 'idle', framesPerSecond: undefined });
    }, this.getSnapshot().idleSeconds * 1000);
  }

  /** Leaves what is under way. @returns the number of the run that begins. */
  #renew(): number {
    this.#cancelIdle();
    this.#cancelRetry();
    this.#aborter?.abort();
    this.#times = [];
    this.#run += 1;
    return this.#run;
  }
}
