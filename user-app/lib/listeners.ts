/** Who is told of changes: as `subscribe` of `useSyncExternalStore` wants it. */
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
