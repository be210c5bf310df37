import type { Drawing } from './marks';

/** Steps that can be taken back. Drawings share their marks, so a step costs a list of references. */
const keptSteps = 200;

/** The drawing as it is, as it was and as it will be again. */
export class History {
  #past: Drawing[] = [];
  #future: Drawing[] = [];
  #now: Drawing;

  constructor(drawing: Drawing = []) {
    this.#now = drawing;
  }

  get now(): Drawing {
    return this.#now;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Everything that can still come back. */
  get all(): Drawing[] {
    return [...this.#past, this.#now, ...this.#future];
  }

  add(drawing: Drawing): void {
    this.#past.push(this.#now);
    if (this.#past.length > keptSteps) this.#past.shift();
    this.#future = [];
    this.#now = drawing;
  }

  undo(): boolean {
    const before = this.#past.pop();
    if (!before) return false;
    this.#future.push(this.#now);
    this.#now = before;
    return true;
  }

  redo(): boolean {
    const after = this.#future.pop();
    if (!after) return false;
    this.#past.push(this.#now);
    this.#now = after;
    return true;
  }
}
