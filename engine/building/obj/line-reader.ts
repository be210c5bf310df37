const [tab, newline, carriageReturn, space, backslash] = [9, 10, 13, 32, 92];
const [plus, minus, point, zero, nine] = [43, 45, 46, 48, 57];
const isE = (byte: number): boolean => byte === 69 || byte === 101;

/** Reads words and numbers of the lines of a text, of which no string is made: it may be longer than strings can be. */
export class LineReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Counts from 1. */
  line = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    // Byte order mark of UTF-8.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
  }

  /** Goes to the next line with something in it; false at the end. */
  next(): boolean {
    if (this.line > 0) this.#skipLine();
    while (this.#at < this.#bytes.length) {
      this.line++;
      this.#skipSpaces();
      if (!this.isAtEnd()) return true;
      this.#skipLine();
    }
    return false;
  }

  /** True when the line has nothing more. */
  isAtEnd(): boolean {
    const byte = this.#bytes[this.#at];
    return byte === undefined || byte === newline || byte === carriageReturn;
  }

  /** Word up to the next space, in Latin letters; empty at the end of the line. */
  word(): string {
    const from = this.#at;
    while (!this.isAtEnd() && this.#bytes[this.#at] !== space && this.#bytes[this.#at] !== tab) this.#at++;
    const word = String.fromCharCode(...this.#bytes.subarray(from, Math.min(this.#at, from + 40)));
    this.#skipSpaces();
    return word;
  }

  /** The rest of the line, without spaces around it. */
  rest(): Uint8Array {
    const from = this.#at;
    while (!this.isAtEnd()) this.#at++;
    let to = this.#at;
    while (to > from && (this.#bytes[to - 1] === space || this.#bytes[to - 1] === tab)) to--;
    return this.#bytes.subarray(from, Math.min(to, from + 4096));
  }

  /** Number at this point of the line; NaN when there is none, of which what stands there is skipped. */
  number(): number {
    const from = this.#at;
    let value = this.#simpleNumber();
    const byte = this.#bytes[this.#at];
    const isWhole = byte === undefined || byte === space || byte === tab || byte === newline || byte === carriageReturn;
    if (this.#at === from || !isWhole) {
      this.#at = from;
      value = Number(this.word() || Number.NaN);
    } else this.#skipSpaces();
    return value;
  }

  /** Integer with a sign; 0 when there is none. */
  integer(): number {
    const isNegative = this.#bytes[this.#at] === minus;
    if (isNegative) this.#at++;
    let value = 0;
    for (let byte = this.#bytes[this.#at]!; byte >= zero && byte <= nine; byte = this.#bytes[++this.#at]!)
      value = value * 10 + byte - zero;
    return isNegative ? -value : value;
  }

  /** Steps over a byte; false when another stands here. */
  skip(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  /** Steps over what is left of a word and the spaces after it. */
  skipWord(): void {
    while (!this.isAtEnd() && this.#bytes[this.#at] !== space && this.#bytes[this.#at] !== tab) this.#at++;
    this.#skipSpaces();
  }

  /** Sign, digits and a fraction; others are left to `Number`. */
  #simpleNumber(): number {
    const isNegative = this.#bytes[this.#at] === minus;
    if (isNegative || this.#bytes[this.#at] === plus) this.#at++;
    let [value, divisor] = [0, 1];
    let isFraction = false;
    for (let byte = this.#bytes[this.#at]!; ; byte = this.#bytes[++this.#at]!) {
      if (byte >= zero && byte <= nine) {
        value = value * 10 + byte - zero;
        if (isFraction) divisor *= 10;
      } else if (byte === point && !isFraction) isFraction = true;
      else break;
    }
    value /= divisor;
    const byte = this.#bytes[this.#at];
    if (byte !== undefined && isE(byte)) {
      this.#at++;
      this.skip(plus);
      value *= 10 ** this.integer();
    }
    return isNegative ? -value : value;
  }

  /** A backslash at the end of a line continues it on the next. */
  #skipSpaces(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === space || byte === tab) this.#at++;
      else if (byte === backslash && this.#isLineEnd(this.#at + 1)) {
        this.#at++;
        this.#skipLineEnd();
        this.line++;
      } else return;
    }
  }

  #isLineEnd(at: number): boolean {
    const byte = this.#bytes[at];
    return byte === newline || byte === carriageReturn;
  }

  #skipLineEnd(): void {
    if (this.#bytes[this.#at] === carriageReturn) this.#at++;
    if (this.#bytes[this.#at] === newline) this.#at++;
  }

  #skipLine(): void {
    while (!this.isAtEnd()) this.#at++;
    this.#skipLineEnd();
  }
}
