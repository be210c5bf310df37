import { boxBlur, type Size } from '../../base/blur.ts';

/** A drawn circle; pixels. */
export interface Circle {
  x: number;
  y: number;
  radius: number;
  /** Share of its circumference that is ink, 0–1. */
  coverage: number;
}

/** Share of a ring that is ink when nothing covers it. */
const fullRing = 0.82;

const angles = 64;
const cosines = Float32Array.from({ length: angles }, (_, i) => Math.cos((i / angles) * 2 * Math.PI));
const sines = Float32Array.from({ length: angles }, (_, i) => Math.sin((i / angles) * 2 * Math.PI));

/**
 * Finds drawn circles such as trees in plan: edge pixels vote for centres along their gradient (Hough gradient method,
 * Yuen, Princen, Illingworth & Kittler 1990), then each peak is kept when a ring of ink stands around it. Circles that
 * others partly cover need half of their circumference.
 *
 * @param lightness 0 (ink) … 1 (paper)
 * @param minRadius pixels
 * @param maxRadius pixels
 */
export function findCircles(
  lightness: Float32Array,
  ink: Uint8Array,
  size: Size,
  minRadius: number,
  maxRadius: number,
): Circle[] {
  const votes = voteForCentres(lightness, size, minRadius, maxRadius);
  boxBlur(votes, size, 1, votes);
  const found: Circle[] = [];
  const { width, height } = size;
  // A full ring gives about 2πr votes from each of its two edges, spread over the nine pixels of the blur.
  const least = (2 * Math.PI * minRadius * 0.7) / 9;
  const reach = Math.max(2, Math.round(minRadius * 0.3));
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if (votes[i]! < least || !isPeak(votes, size, x, y, reach)) continue;
      const circle = fitCircle(ink, size, x, y, minRadius, maxRadius);
      if (circle) found.push(circle);
    }
  }
  return chooseCircles(found, ink, size).sort((one, other) => one.y - other.y || one.x - other.x);
}

/** Full rings first; then rings of which all that others do not cover is there. Nothing stands inside another's middle. */
function chooseCircles(found: Circle[], ink: Uint8Array, size: Size): Circle[] {
  const rank = ({ coverage, radius }: Circle) => Math.round(coverage * 10) * 1000 + radius;
  found.sort((one, other) => rank(other) - rank(one) || one.y - other.y || one.x - other.x);
  const kept: Circle[] = [];
  const isFree = (circle: Circle) =>
    !kept.some(
      (other) => Math.hypot(other.x - circle.x, other.y - circle.y) < Math.max(other.radius, circle.radius) * 0.62,
    );
  for (const circle of found) if (circle.coverage >= fullRing && isFree(circle)) kept.push(circle);
  for (const circle of found) {
    if (circle.coverage >= fullRing || !isFree(circle)) continue;
    const near = kept.filter(
      (other) => Math.hypot(other.x - circle.x, other.y - circle.y) < other.radius + circle.radius,
    );
    if (near.length > 0 && visibleShare(ink, size, circle, near) >= 0.86) kept.push(circle);
  }
  return kept;
}

/** Share of the ring outside of `others` that is ink, within a pixel; 0 when they cover more than 60 % of it. */
function visibleShare(
  ink: Uint8Array,
  { width, height }: Size,
  { x, y, radius }: Circle,
  others: readonly Circle[],
): number {
  let inked = 0;
  let visible = 0;
  for (let i = 0; i < angles; i++) {
    const isInkAt = (r: number) => {
      const column = Math.round(x + cosines[i]! * r);
      const row = Math.round(y + sines[i]! * r);
      return column >= 0 && row >= 0 && column < width && row < height && ink[row * width + column] === 1;
    };
    const ringX = x + cosines[i]! * radius;
    const ringY = y + sines[i]! * radius;
    if (ringX < 0 || ringY < 0 || ringX > width - 1 || ringY > height - 1) continue;
    if (others.some((other) => Math.hypot(other.x - ringX, other.y - ringY) < other.radius + 1)) continue;
    visible++;
    if (isInkAt(radius) || isInkAt(radius - 1) || isInkAt(radius + 1)) inked++;
  }
  return visible < angles * 0.4 ? 0 : inked / visible;
}

function voteForCentres(plane: Float32Array, { width, height }: Size, minRadius: number, maxRadius: number) {
  const votes = new Float32Array(plane.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const gx =
        plane[i - width + 1]! -
        plane[i - width - 1]! +
        2 * (plane[i + 1]! - plane[i - 1]!) +
        plane[i + width + 1]! -
        plane[i + width - 1]!;
      const gy =
        plane[i + width - 1]! -
        plane[i - width - 1]! +
        2 * (plane[i + width]! - plane[i - width]!) +
        plane[i + width + 1]! -
        plane[i - width + 1]!;
      const square = gx * gx + gy * gy;
      if (square < 1) continue;
      const strength = Math.sqrt(square);
      vote(x, y, gx / strength, gy / strength);
      vote(x, y, -gx / strength, -gy / strength);
    }
  }
  return votes;

  function vote(x: number, y: number, dx: number, dy: number): void {
    for (let r = minRadius; r <= maxRadius; r++) {
      const column = Math.round(x + dx * r);
      const row = Math.round(y + dy * r);
      if (column < 0 || row < 0 || column >= width || row >= height) break;
      votes[row * width + column]!++;
    }
  }
}

function isPeak(votes: Float32Array, { width, height }: Size, x: number, y: number, reach: number): boolean {
  const here = votes[y * width + x]!;
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
      const other = votes[row * width + column]!;
      if (other > here || (other === here && (row < y || (row === y && column < x)))) return false;
    }
  }
  return true;
}

function fitCircle(
  ink: Uint8Array,
  size: Size,
  x: number,
  y: number,
  minRadius: number,
  maxRadius: number,
): Circle | undefined {
  const radii = inkedRadii(ink, size, { x, y }, [minRadius, maxRadius]);
  let best: Circle | undefined;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      for (const radius of radii) {
        const coverage = ringShare(ink, size, x + dx, y + dy, radius, true);
        if (coverage < 0.55 || (best && coverage <= best.coverage + 0.02)) continue;
        const circle = { x: x + dx, y: y + dy, radius, coverage };
        if (isLineRing(ink, size, circle)) best = circle;
      }
    }
  }
  return best;
}

/** Radii at which there is ink all around, and their neighbours: most peaks are no circles and have none. */
function inkedRadii(
  ink: Uint8Array,
  size: Size,
  { x, y }: { x: number; y: number },
  [least, most]: readonly [number, number],
): number[] {
  const radii: number[] = [];
  let before = 0;
  for (let r = Math.ceil(least); r <= most; r++) {
    const here = ringShare(ink, size, x, y, r);
    if (here + before > 0.62) for (const near of [r - 1, r, r + 1]) if (!radii.includes(near)) radii.push(near);
    before = here;
  }
  return radii;
}

/** A ring is a line: little ink lies just beyond it, and not all of what is just within it is ink. */
function isLineRing(ink: Uint8Array, size: Size, { x, y, radius, coverage }: Circle): boolean {
  const shareAt = (r: number) => ringShare(ink, size, x, y, r);
  const beyond = Math.min(shareAt(Math.round(radius * 1.12) + 2), shareAt(Math.round(radius * 1.2) + 2));
  return !(coverage - beyond < 0.38) && !(shareAt(Math.round(radius * 0.8)) > 0.62);
}

/** Offsets of a ring's points from its middle, whole pixels; the same for every middle that is a whole pixel. */
interface RingOffsets {
  columns: Int32Array;
  rows: Int32Array;
  /** The farthest of them, pixels. */
  reach: number;
}

const ringCache = new Map<number, RingOffsets>();

function ringOffsets(radius: number): RingOffsets {
  const cached = ringCache.get(radius);
  if (cached) return cached;
  const columns = Int32Array.from(cosines, (cosine) => Math.round(cosine * radius));
  const rows = Int32Array.from(sines, (sine) => Math.round(sine * radius));
  const made = { columns, rows, reach: Math.ceil(Math.abs(radius)) };
  ringCache.set(radius, made);
  return made;
}

/** Share of a ring that is ink; `isBroad` looks a pixel further in as well. All whole pixels. */
function ringShare(
  ink: Uint8Array,
  { width, height }: Size,
  x: number,
  y: number,
  radius: number,
  isBroad = false,
): number {
  const { columns, rows, reach } = ringOffsets(radius);
  const within = ringOffsets(radius - 1);
  const middle = y * width + x;
  const isWhole = x >= reach && y >= reach && x + reach < width && y + reach < height;
  let inked = 0;
  let inside = 0;
  for (let i = 0; i < angles; i++) {
    if (!isWhole) {
      const column = x + columns[i]!;
      const row = y + rows[i]!;
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
    }
    inside++;
    if (ink[middle + rows[i]! * width + columns[i]!]) inked++;
    else if (isBroad) inked += ink[middle + within.rows[i]! * width + within.columns[i]!] ?? 0;
  }
  return inside < angles * 0.4 ? 0 : inked / inside;
}

/** True when at least five lines run from the middle of a circle to its edge, as in the symbol of a plant. */
export function hasSpokes(ink: Uint8Array, { width, height }: Size, { x, y, radius }: Circle): boolean {
  const steps = Math.max(48, Math.round(radius * 8));
  const samples = Math.max(4, Math.round(radius * 0.45));
  const isSpoke = new Uint8Array(steps);
  for (let i = 0; i < steps; i++) {
    const angle = (i / steps) * 2 * Math.PI;
    let inked = 0;
    for (let k = 0; k <= samples; k++) {
      const r = radius * (0.4 + (0.44 * k) / samples);
      const column = Math.round(x + Math.cos(angle) * r);
      const row = Math.round(y + Math.sin(angle) * r);
      if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) continue;
      const at = row * width + column;
      if (ink[at] || ink[at - 1] || ink[at + 1] || ink[at - width] || ink[at + width]) inked++;
    }
    isSpoke[i] = inked >= samples * 0.75 ? 1 : 0;
  }
  let spokes = 0;
  for (let i = 0; i < steps; i++) if (isSpoke[i] && !isSpoke[(i + steps - 1) % steps]) spokes++;
  return spokes >= 5;
}

/** Share 0–1 of a circle's inside, without its line, that is ink. */
export function innerInk(ink: Uint8Array, { width, height }: Size, { x, y, radius }: Circle): number {
  const reach = radius * 0.82;
  let inked = 0;
  let count = 0;
  for (let row = Math.max(0, Math.ceil(y - reach)); row <= Math.min(height - 1, y + reach); row++) {
    for (let column = Math.max(0, Math.ceil(x - reach)); column <= Math.min(width - 1, x + reach); column++) {
      if (Math.hypot(column - x, row - y) > reach) continue;
      count++;
      inked += ink[row * width + column]!;
    }
  }
  return count === 0 ? 0 : inked / count;
}
