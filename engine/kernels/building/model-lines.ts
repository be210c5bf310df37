/** Lines of a view of a model: its edges as straight pieces, without those that something stands before. */
import type { BuildingView } from '#shared/domain/building-view';
import type { Size } from '../../base/blur.ts';
import type { Vec3 } from '../../base/vector.ts';
import { cameraOf } from './building-scene.ts';
import { type BuildingLayers, castLayers, type LayerClass, layerClasses, lineDrawing } from './layers.ts';
import { findModelEdges, type ModelEdge } from './model-edges.ts';
import type { PreparedBuilding } from './prepared-building.ts';

export interface ModelLine {
  /** x0, y0, x1, y1: pixels, centre of the first pixel at 0, 0, y down. */
  points: [number, number, number, number];
  /** Of what lies nearest to the camera along the line. */
  kind: LayerClass;
  /** Mean strength of the edge, 0–1: outlines before folds. */
  strength: number;
}

export interface ModelLines {
  lines: ModelLine[];
  /** Strength of edges that no line of these stands for, 0–1 per pixel: where parts run into each other, and curves. */
  rest: Float32Array;
}

/** Shortest line, pixels: facets of a round window are little longer. */
const shortest = 1.2;
/** A shorter part of a longer edge comes from a line that crosses it, pixels. */
const shortestPart = 4;
/** Longest gap in a line that is drawn over, pixels. */
const widestGap = 2;

/** Hidden lines are found in the layers of the same view: an edge is seen where nothing nearer is, and a border is. */
export function findModelLines(building: PreparedBuilding, view: Pick<BuildingView, 'camera'>, size: Size): ModelLines {
  const layers = castLayers(building, view, size);
  const ink = lineDrawing(layers);
  const seen = new Uint8Array(building.model.objects.length);
  for (const object of layers.object) if (object >= 0) seen[object] = 1;
  const film = filmOf(view, size);
  const edges = findModelEdges(building, seen, film.eye).flatMap((edge) => film.project(edge) ?? []);
  edges.sort((a, b) => b.length - a.length);
  const sheet = new Sheet(layers, ink, film.slantAt);
  const lines = edges.flatMap((edge) => sheet.draw(edge));
  return { lines, rest: sheet.rest() };
}

/** An edge on the film. */
interface Projected {
  /** Ends in pixels, and the inverse of their distances along the camera's axis. */
  from: readonly [x: number, y: number, inverse: number];
  to: readonly [x: number, y: number, inverse: number];
  /** Pixels. */
  length: number;
}

/** Nearest distance at which something is drawn, metres. */
const nearPlane = 0.05;

function filmOf(view: Pick<BuildingView, 'camera'>, { width, height }: Size) {
  const camera = cameraOf(view);
  const yaw = (camera.yaw * Math.PI) / 180;
  const pitch = ((camera.pitch ?? 0) * Math.PI) / 180;
  const half = Math.tan((camera.view * Math.PI) / 360);
  const forward: Vec3 = [Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
  const right: Vec3 = [Math.cos(yaw), 0, -Math.sin(yaw)];
  const up: Vec3 = [Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), Math.cos(yaw) * Math.sin(pitch)];
  const eye = camera.at;
  /** Right, up and forward from the eye. */
  const local = ([x, y, z]: Vec3): Vec3 => {
    const [dx, dy, dz] = [x - eye[0], y - eye[1], z - eye[2]];
    const along = (axis: Vec3) => dx * axis[0] + dy * axis[1] + dz * axis[2];
    return [along(right), along(up), along(forward)];
  };
  const place = ([x, y, z]: Vec3) =>
    [
      (x / z / half / 2 + 0.5) * width - 0.5,
      (0.5 + camera.shift - ((y / z / half) * (width / height)) / 2) * height - 0.5,
      1 / z,
    ] as const;
  /** Distance from the eye over that along its axis, at a point of the film. */
  const slantAt = (x: number, y: number): number => {
    const across = (((x + 0.5) / width) * 2 - 1) * half;
    const rise = ((1 - ((y + 0.5) / height) * 2 + camera.shift * 2) * half * height) / width;
    return Math.hypot(across, rise, 1);
  };
  const project = (edge: ModelEdge): Projected | undefined => {
    let [a, b] = [local(edge.from), local(edge.to)];
    if (a[2] < nearPlane && b[2] < nearPlane) return undefined;
    if (a[2] < nearPlane) a = between(b, a, (b[2] - nearPlane) / (b[2] - a[2]));
    if (b[2] < nearPlane) b = between(a, b, (a[2] - nearPlane) / (a[2] - b[2]));
    const [from, to] = [place(a), place(b)];
    const isOutside = [0, 1].some((axis) => {
      const most = axis === 0 ? width : height;
      return Math.max(from[axis]!, to[axis]!) < 0 || Math.min(from[axis]!, to[axis]!) > most - 1;
    });
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (isOutside || length < shortest) return undefined;
    return { from, to, length };
  };
  return { eye, project, slantAt };
}

const between = (from: Vec3, to: Vec3, share: number): Vec3 =>
  from.map((value, axis) => value + (to[axis]! - value) * share) as unknown as Vec3;

/** Share of a line that may run along another one, which stands for it beyond that. */
const mostTaken = 0.6;
const openings: ReadonlySet<number> = new Set([layerClasses.indexOf('window'), layerClasses.indexOf('door')]);
/** Panes and doors lie no deeper than this behind the edge of their wall, metres. */
const deepestReveal = 0.4;

/** Directions that a pixel remembers its line by. */
const directions = 16;

/** The drawing while it is made. */
class Sheet {
  readonly #layers: BuildingLayers;
  readonly #ink: Float32Array;
  /** Direction of the line that a pixel has, from 1 on; 0 where there is none. */
  readonly #taken: Uint8Array;

  readonly #slantAt: (x: number, y: number) => number;

  constructor(layers: BuildingLayers, ink: Float32Array, slantAt: (x: number, y: number) => number) {
    this.#layers = layers;
    this.#ink = ink;
    this.#slantAt = slantAt;
    this.#taken = new Uint8Array(ink.length);
  }

  /** The parts of an edge that are seen and that no longer edge stands for. */
  draw(edge: Projected): ModelLine[] {
    const { from, to } = edge;
    const [first, last] = insideOf(edge, this.#layers);
    const steps = Math.ceil((last - first) * edge.length);
    if (!(steps >= shortest)) return [];
    const shortestPiece = Math.max(shortest, Math.min(shortestPart, steps / 2));
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]) / Math.PI + 1;
    const direction = 1 + (Math.round(angle * directions) % directions);
    const pixels: number[] = [];
    const lines: ModelLine[] = [];
    let start = -1;
    let end = -1;
    const close = () => {
      const taken = pixels.filter((pixel) => this.#isTaken(pixel, direction)).length;
      if (start >= 0 && end - start >= shortestPiece && taken <= mostTaken * pixels.length) {
        const shares = [start, end].map((step) => first + ((last - first) * step) / steps) as [number, number];
        lines.push(this.#lineOf(edge, shares, pixels));
      }
      start = -1;
      pixels.length = 0;
    };
    for (let step = 0; step <= steps; step++) {
      const pixel = this.#seenAt(edge, first + ((last - first) * step) / steps);
      if (pixel >= 0) {
        if (start < 0) start = step;
        end = step;
        pixels.push(pixel);
      } else if (start >= 0 && step - end > widestGap) close();
    }
    close();
    if (isFlicker(lines)) return [];
    for (const { points } of lines) this.#take(points, direction);
    return lines;
  }

  /** Pixel of a point of an edge; -1 where something stands before it, or where the layers show no border. */
  #seenAt({ from, to }: Projected, share: number): number {
    const { width, height, depth } = this.#layers;
    const [column, row] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    const [x, y] = [Math.round(column), Math.round(row)];
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    const distance = this.#slantAt(column, row) / (from[2] + (to[2] - from[2]) * share);
    let farthest = 0;
    let strongest = 0;
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const i = v * width + u;
        if (depth[i]! > farthest) farthest = depth[i]!;
        if (this.#ink[i]! > strongest) strongest = this.#ink[i]!;
      }
    }
    return strongest > 0 && distance <= farthest * 1.01 + 0.03 ? y * width + x : -1;
  }

  /** True where a line of nearly this direction runs through the pixel or beside it. */
  #isTaken(pixel: number, direction: number): boolean {
    const { width } = this.#layers;
    return [0, -1, 1, -width, width].some((offset) => {
      const taken = this.#taken[pixel + offset] ?? 0;
      const apart = Math.abs(taken - direction);
      return taken > 0 && Math.min(apart, directions - apart) <= 1;
    });
  }

  #lineOf({ from, to }: Projected, shares: readonly [number, number], pixels: readonly number[]): ModelLine {
    const [x0, y0, x1, y1] = shares.flatMap((share) => [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    ]) as [number, number, number, number];
    const votes = new Uint32Array(layerClasses.length);
    let strength = 0;
    for (const pixel of pixels) {
      const seen = this.#around(pixel);
      votes[seen.kind]!++;
      strength += seen.strength;
    }
    const most = votes.indexOf(Math.max(...votes));
    return { points: [x0, y0, x1, y1], kind: layerClasses[most]!, strength: strength / Math.max(1, pixels.length) };
  }

  /** Strongest edge about a pixel, and the class of what is nearest there; panes and doors go before their walls. */
  #around(pixel: number): { kind: number; strength: number } {
    const { width, height, depth, kind } = this.#layers;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const near: number[] = [];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) near.push(v * width + u);
    const nearest = near.reduce((best, i) => (depth[i]! < depth[best]! ? i : best), pixel);
    const opening = near.find((i) => openings.has(kind[i]!) && depth[i]! < depth[nearest]! + deepestReveal);
    return { kind: kind[opening ?? nearest]!, strength: Math.max(...near.map((i) => this.#ink[i]!)) };
  }

  #take([x0, y0, x1, y1]: ModelLine['points'], direction: number): void {
    const { width } = this.#layers;
    const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0));
    for (let step = 0; step <= steps; step++) {
      const share = step / Math.max(1, steps);
      this.#taken[Math.round(y0 + (y1 - y0) * share) * width + Math.round(x0 + (x1 - x0) * share)] = direction;
    }
  }

  rest(): Float32Array {
    const { width, height } = this.#layers;
    const rest = this.#ink.slice();
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (this.#taken[i] === 0) continue;
        for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row++)
          rest.fill(0, row * width + Math.max(0, x - 2), row * width + Math.min(width - 1, x + 2) + 1);
      }
    }
    return rest;
  }
}

/** Pieces of one edge shorter than this, pixels, with longer gaps between them, come from what lies flush with it. */
const flicker = 8;

function isFlicker(lines: readonly ModelLine[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || lines.length < 3) return false;
  const lengths = lines.map(({ points: [x0, y0, x1, y1] }) => Math.hypot(x1 - x0, y1 - y0));
  const span = Math.hypot(last.points[2] - first.points[0], last.points[3] - first.points[1]);
  return Math.max(...lengths) < flicker && lengths.reduce((sum, length) => sum + length, 0) < 0.6 * span;
}

/** Shares of an edge between which it lies on the film. */
function insideOf({ from, to }: Projected, { width, height }: Size): [number, number] {
  let [first, last] = [0, 1];
  for (const [start, end, most] of [
    [from[0], to[0], width - 1],
    [from[1], to[1], height - 1],
  ] as const) {
    const change = end - start;
    if (Math.abs(change) < 1e-9) continue;
    const [low, high] = [-start / change, (most - start) / change].sort((a, b) => a - b) as [number, number];
    first = Math.max(first, low);
    last = Math.min(last, high);
  }
  return [first, last];
}
