/** Exact numbers: fractions of whole ones of any size. 0.1 + 0.2 is 0.3. */
export class Exact {
  readonly above: bigint;
  readonly below: bigint;

  /** @throws RangeError when `below` is 0 */
  constructor(above: bigint, below = 1n) {
    if (below === 0n) throw new RangeError('division by zero');
    const common = greatestDivisor(above, below) * (below < 0n ? -1n : 1n);
    this.above = above / common;
    this.below = below / common;
  }

  /** Reads `12`, `-0.35`; a whole number of the language also. Throws for anything else. */
  static of(value: string | number): Exact {
    const read = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(String(value));
    if (!read) throw new TypeError(`not a number: ${value}`);
    const [, sign, whole, part = ''] = read;
    return new Exact(BigInt(`${sign}${whole}${part}`), 10n ** BigInt(part.length));
  }

  plus(other: Exact): Exact {
    return new Exact(this.above * other.below + other.above * this.below, this.below * other.below);
  }

  minus(other: Exact): Exact {
    return new Exact(this.above * other.below - other.above * this.below, this.below * other.below);
  }

  times(other: Exact): Exact {
    return new Exact(this.above * other.above, this.below * other.below);
  }

  /** @throws RangeError when `other` is 0 */
  over(other: Exact): Exact {
    return new Exact(this.above * other.below, this.below * other.above);
  }

  /** @param exponent whole, 0–20 */
  power(exponent: number): Exact {
    return new Exact(this.above ** BigInt(exponent), this.below ** BigInt(exponent));
  }

  /** The next whole number that is not smaller. */
  up(): Exact {
    const down = this.down();
    return down.is(this) ? down : down.plus(one);
  }

  /** The next whole number that is not larger. */
  down(): Exact {
    const whole = this.above / this.below;
    return new Exact(this.above < 0n && whole * this.below !== this.above ? whole - 1n : whole);
  }

  is(other: Exact): boolean {
    return this.above === other.above && this.below === other.below;
  }

  isUnder(other: Exact): boolean {
    return this.above * other.below < other.above * this.below;
  }

  isPositive(): boolean {
    return this.above > 0n;
  }

  isWhole(): boolean {
    return this.below === 1n;
  }

  toNumber(): number {
    return Number(this.text(12).replace('≈', ''));
  }

  /** In decimals: all of them where they end within six, otherwise rounded to `places` behind a `≈`. */
  text(places = 2): string {
    const exact = this.#decimals(6);
    if (exact.isWhole) return exact.text;
    // Small numbers keep something to be read.
    const small = this.above !== 0n && magnitude(this.above) * 100n < this.below;
    return `≈${this.#decimals(small ? Math.max(places, 6) : places).text}`;
  }

  /** In decimals, rounded to `places` without a sign of it. */
  rounded(places: number): string {
    return this.#decimals(places).text;
  }

  /** Digits of its longer part. */
  digits(): number {
    return Math.max(this.above.toString().length, this.below.toString().length);
  }

  #decimals(places: number): { text: string; isWhole: boolean } {
    const unit = 10n ** BigInt(places);
    const scaled = magnitude(this.above) * unit;
    const rounded = (scaled * 2n + this.below) / (this.below * 2n);
    const digits = rounded.toString().padStart(places + 1, '0');
    const part = digits.slice(digits.length - places).replace(/(?<!0)0+$/, '');
    const sign = this.above < 0n && rounded !== 0n ? '-' : '';
    const text = `${sign}${digits.slice(0, digits.length - places)}${part ? `.${part}` : ''}`;
    return { text, isWhole: rounded * this.below === scaled };
  }
}

const one = new Exact(1n);
export const zero = new Exact(0n);
export const hundred = new Exact(100n);
/** π to 15 places: enough for any site. */
export const pi = Exact.of('3.141592653589793');

/** The nearest of the numbers that the language has, as an exact one. For roots and angles. */
export function nearly(value: number): Exact {
  return Exact.of(value.toFixed(8));
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [left, right] = [magnitude(one), magnitude(other)];
  while (right !== 0n) [left, right] = [right, left % right];
  return left === 0n ? 1n : left;
}
