/** Numbers that are added one after the other, in a typed array that grows. */
export class NumberList<T extends Float64Array | Float32Array | Uint32Array | Int32Array> {
  #array: T;
  length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#array = make(4096);
  }

  push(value: number): void {
    if (this.length === this.#array.length) {
      const larger = this.#make(this.length * 2);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.length++] = value;
  }

  at(index: number): number {
    return this.#array[index]!;
  }

  /** All that were added; no copy. */
  get numbers(): T {
    return this.#array.subarray(0, this.length) as T;
  }
}
