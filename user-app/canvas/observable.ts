import { Listeners } from '../lib/listeners';

/** A value that others watch; what they get is replaced as a whole with every change. */
export class Observable<S extends object> {
  #state: S;
  readonly #listeners = new Listeners();

  constructor(initial: S) {
    this.#state = initial;
  }

  readonly getSnapshot = (): S => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Listeners hear only of what really changed. */
  protected change(change: Partial<S>): void {
    const names = Object.keys(change) as (keyof S)[];
    if (names.every((name) => Object.is(this.#state[name], change[name]))) return;
    this.#state = { ...this.#state, ...change };
    this.#listeners.tell();
  }
}
