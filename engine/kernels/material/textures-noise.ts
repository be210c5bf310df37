import { latticeRandom } from '../../base/random.ts';

/**
 * Patterns that repeat after whole numbers of lattice cells. Each keeps what it knows of the cell it was last asked
 * for: a tile is painted point by point, and most neighbours lie in the same cell of the same seed.
 */

/** Value noise 0…1 (Perlin 1985, value variant, quintic blend). */
export class TileNoise {
  private readonly periodX: number;
  private readonly periodY: number;
  private column = Number.NaN;
  private row = Number.NaN;
  private seed = Number.NaN;
  private upperLeft = 0;
  private upperRight = 0;
  private lowerLeft = 0;
  private lowerRight = 0;
  private y = Number.NaN;
  private v = 0;

  /** @param periodX lattice points before it repeats, whole */
  constructor(periodX: number, periodY: number) {
    this.periodX = periodX;
    this.periodY = periodY;
  }

  /** @param x in lattice cells */
  at(x: number, y: number, seed: number): number {
    const column = Math.floor(x);
    if (y !== this.y) {
      const v = y - Math.floor(y);
      this.v = v * v * v * (v * (v * 6 - 15) + 10);
      this.y = y;
    }
    const row = Math.floor(y);
    if (column !== this.column || row !== this.row || seed !== this.seed) this.enter(column, row, seed);
    const v = this.v;
    let u = x - column;
    u = u * u * u * (u * (u * 6 - 15) + 10);
    const upper = this.upperLeft * (1 - u) + this.upperRight * u;
    const lower = this.lowerLeft * (1 - u) + this.lowerRight * u;
    return upper * (1 - v) + lower * v;
  }

  private enter(column: number, row: number, seed: number): void {
    const isNextCell = column === this.column + 1 && row === this.row && seed === this.seed;
    const left = wrap(column, this.periodX);
    const right = left + 1 === this.periodX ? 0 : left + 1;
    const top = wrap(row, this.periodY);
    const bottom = top + 1 === this.periodY ? 0 : top + 1;
    this.upperLeft = isNextCell ? this.upperRight : latticeRandom(left, top, seed);
    this.lowerLeft = isNextCell ? this.lowerRight : latticeRandom(left, bottom, seed);
    this.upperRight = latticeRandom(right, top, seed);
    this.lowerRight = latticeRandom(right, bottom, seed);
    this.column = column;
    this.row = row;
    this.seed = seed;
  }
}

/** Octaves of {@link TileNoise}, each twice as fine and half as strong; 0…1 about 0.5. */
export class TileClouds {
  private readonly octaves: readonly TileNoise[];
  private readonly cellsX: number;
  private readonly cellsY: number;

  /** @param cellsX lattice points of the coarsest octave across the tile, whole */
  constructor(cellsX: number, cellsY: number, octaves: number) {
    this.cellsX = cellsX;
    this.cellsY = cellsY;
    this.octaves = Array.from({ length: octaves }, (_, octave) => new TileNoise(cellsX << octave, cellsY << octave));
  }

  /** @param x 0…1 over the tile */
  at(x: number, y: number, seed: number): number {
    let sum = 0;
    let weight = 0.5;
    let total = 0;
    let across = this.cellsX;
    let down = this.cellsY;
    for (let octave = 0; octave < this.octaves.length; octave++) {
      sum += weight * this.octaves[octave]!.at(x * across, y * down, seed + octave * 101);
      total += weight;
      weight *= 0.5;
      across *= 2;
      down *= 2;
    }
    return sum / total;
  }
}

/** Jittered points, one per lattice cell (Worley 1996). */
export class TileCells {
  /** Distance to the nearest point of the place last asked for, in cells. */
  nearest = 0;
  /** Distance to the next. */
  next = 0;
  private readonly period: number;
  private column = Number.NaN;
  private row = Number.NaN;
  private readonly seed: number;
  /** Points of the cell and of its neighbours. */
  private readonly pointX = new Float64Array(9);
  private readonly pointY = new Float64Array(9);

  constructor(period: number, seed: number) {
    this.period = period;
    this.seed = seed;
  }

  /** @param x in lattice cells */
  look(x: number, y: number): void {
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column !== this.column || row !== this.row) this.enter(column, row);
    const { pointX, pointY } = this;
    let nearest = 81;
    let next = 81;
    for (let at = 0; at < 9; at++) {
      const dx = pointX[at]! - x;
      const dy = pointY[at]! - y;
      const square = dx * dx + dy * dy;
      if (square < nearest) {
        next = nearest;
        nearest = square;
      } else if (square < next) next = square;
    }
    this.nearest = Math.sqrt(nearest);
    this.next = Math.sqrt(next);
  }

  private enter(column: number, row: number): void {
    this.column = column;
    this.row = row;
    for (let down = -1, at = 0; down <= 1; down++) {
      for (let across = -1; across <= 1; across++, at++) {
        const cellX = wrap(column + across, this.period);
        const cellY = wrap(row + down, this.period);
        this.pointX[at] = column + across + 0.15 + 0.7 * latticeRandom(cellX, cellY, this.seed);
        this.pointY[at] = row + down + 0.15 + 0.7 * latticeRandom(cellX, cellY, this.seed + 7919);
      }
    }
  }
}

function wrap(value: number, period: number): number {
  if (value >= 0 && value < period) return value;
  const rest = value % period;
  return rest < 0 ? rest + period : rest;
}
