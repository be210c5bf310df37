/** Listeners of changes, in the form that `subscribe` of `useSyncExternalStore` needs. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** @returns ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  tell(): void {
    for (const listener of this.#all) listener();
  }
}
