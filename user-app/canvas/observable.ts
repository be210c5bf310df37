/** A value that others watch; what they get is replaced as a whole with every change. */
export class Observable<S extends object> {
  #state: S;
  readonly #listeners = new Set<() => void>();

  constructor(initial: S) {
    this.#state = initial;
  }

  readonly getSnapshot = (): S => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Listeners hear only of what really changed. */
  protected change(change: Partial<S>): void {
    const names = Object.keys(change) as (keyof S)[];
    if (names.every((name) => Object.is(this.#state[name], change[name]))) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
