export interface HistoryLimits<Step> {
  weightOf: (step: Step) => number;
  /** Largest total weight of all steps, in the unit of `weightOf`; above it the oldest are dropped. */
  budget: number;
  /** Steps that can always be taken back, whatever they weigh. */
  least: number;
}

/** The steps that were made and can be taken back, and those that were taken back and can be made again. */
export class History<Step> {
  readonly #limits: HistoryLimits<Step>;
  readonly #done: Step[] = [];
  #undone: Step[] = [];
  #weight = 0;

  constructor(limits: HistoryLimits<Step>) {
    this.#limits = limits;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Steps that can be taken back. */
  get steps(): number {
    return this.#done.length;
  }

  /** Weight of all steps that can still be undone or redone. */
  get weight(): number {
    return this.#weight;
  }

  /** Every step that can still come back. */
  get all(): Step[] {
    return [...this.#done, ...this.#undone];
  }

  /** The newest step. */
  get last(): Step | undefined {
    return this.#done.at(-1);
  }

  add(step: Step): void {
    const { weightOf, budget, least } = this.#limits;
    for (const undone of this.#undone) this.#weight -= weightOf(undone);
    this.#undone = [];
    this.#done.push(step);
    this.#weight += weightOf(step);
    while (this.#done.length > least && this.#weight > budget) this.#weight -= weightOf(this.#done.shift() as Step);
  }

  /** Makes another step of the newest one, e.g. while a slider moves on. */
  replaceLast(step: Step): void {
    const last = this.#done.pop();
    if (last !== undefined) this.#weight -= this.#limits.weightOf(last);
    this.add(step);
  }

  undo(): Step | undefined {
    const step = this.#done.pop();
    if (step !== undefined) this.#undone.push(step);
    return step;
  }

  redo(): Step | undefined {
    const step = this.#undone.pop();
    if (step !== undefined) this.#done.push(step);
    return step;
  }
}
