import { failureWords } from '#shared/domain/failure-words';
import type { Point } from '../../../canvas/geometry';
import type { Runs } from './bitmap';
import type { Rect } from './rect';

/** One proposal of what was clicked. */
export interface Candidate {
  runs: Runs;
  /** Marked pixels. */
  area: number;
  /** 0–1. */
  score: number;
}

export interface SelectionPoint extends Point {
  /** True when the point belongs to what is wanted; otherwise it is kept out. */
  isInside: boolean;
}

export interface SelectionRequest {
  points: readonly SelectionPoint[];
  box: Rect | undefined;
}

/** Finds what lies under the points; rejects with a sentence. */
export type Segment = (request: SelectionRequest, signal: AbortSignal) => Promise<readonly Candidate[]>;

export interface SelectionState {
  points: readonly SelectionPoint[];
  box: Rect | undefined;
  /** Smallest first. */
  candidates: readonly Candidate[];
  chosen: number;
  isWorking: boolean;
  problem: string | undefined;
}

export const noSelection: SelectionState = {
  points: [],
  box: undefined,
  candidates: [],
  chosen: 0,
  isWorking: false,
  problem: undefined,
};

/** Points and a box under way to a selection; each change asks again, and only the newest answer counts. */
export class ClickSelection {
  #state = noSelection;
  #asking: AbortController | undefined;
  readonly #segment: Segment;
  readonly #onChange: () => void;

  constructor(segment: Segment, onChange: () => void) {
    this.#segment = segment;
    this.#onChange = onChange;
  }

  get state(): SelectionState {
    return this.#state;
  }

  get isUnderWay(): boolean {
    return this.#state.points.length > 0 || this.#state.box !== undefined;
  }

  get runs(): Runs | undefined {
    return this.#state.isWorking ? undefined : this.#state.candidates[this.#state.chosen]?.runs;
  }

  addPoint(point: SelectionPoint): void {
    this.#ask([...this.#state.points, point], this.#state.box);
  }

  setBox(box: Rect): void {
    this.#ask(this.#state.points, box);
  }

  /** Takes back the last point, or the box when no point is left. */
  removeLast(): void {
    const { points, box } = this.#state;
    if (points.length > 0) this.#ask(points.slice(0, -1), box);
    else if (box) this.#ask([], undefined);
  }

  /** Chooses a smaller (−1) or larger (1) proposal. */
  step(by: number): void {
    const last = this.#state.candidates.length - 1;
    const chosen = Math.min(last, Math.max(0, this.#state.chosen + by));
    if (chosen >= 0 && chosen !== this.#state.chosen) this.#set({ chosen });
  }

  clear(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#state = noSelection;
    this.#onChange();
  }

  #set(change: Partial<SelectionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#onChange();
  }

  #ask(points: readonly SelectionPoint[], box: Rect | undefined): void {
    this.#asking?.abort();
    if (points.length === 0 && !box) {
      this.clear();
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    this.#set({ points, box, isWorking: true, problem: undefined });
    this.#segment({ points, box }, asking.signal).then(
      (found) => {
        if (asking.signal.aborted) return;
        const best = found.reduce<Candidate | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined);
        const candidates = found.toSorted((a, b) => a.area - b.area);
        const problem = best ? undefined : '这里没有找到可选的物体';
        this.#set({ candidates, chosen: best ? candidates.indexOf(best) : 0, isWorking: false, problem });
      },
      (error: unknown) => {
        if (asking.signal.aborted) return;
        const problem = failureWords(error, '点选失败，请重试');
        this.#set({ candidates: [], chosen: 0, isWorking: false, problem });
      },
    );
  }
}
