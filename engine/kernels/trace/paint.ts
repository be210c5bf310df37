/**
 * Paints: colours over surfaces as data, a kind and what it is given, so that the materials of a scene can be posted to
 * other threads. Each kind is defined once, where it belongs, and becomes a function in the thread that traces.
 */

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

/** A point on a surface with its face normal; `seed` differs between placed copies. */
export interface SurfacePoint {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  seed: number;
  /** Number of the triangle in its own mesh, and the shares of its second and third corner; absent off a mesh. */
  triangle?: number;
  u?: number;
  v?: number;
  /** Metres of the surface that one point of the picture shows; absent where it is not known. */
  spread?: number;
}

/** Writes the linear colour at a point into `out`. */
export type Painter = (p: SurfacePoint, out: Rgb) => void;

/** A paint as data; structured clones of it paint alike. */
export interface PaintRecord {
  readonly kind: string;
  readonly given: readonly unknown[];
}

/** A painter serves scenes that stay in the thread that made them. */
export type Paint = PaintRecord | Painter;

type MakePainter = (...given: never[]) => Painter;
const kinds = new Map<string, MakePainter>();

/**
 * Defines a kind of paint.
 *
 * @param kind unlike any other in the program
 * @param make arguments have to be data; paints among them become painters by {@link painterOf}
 * @returns a function that makes paints of this kind
 * @throws Error where the kind is there already
 */
export function definePaint<Given extends unknown[]>(
  kind: string,
  make: (...given: Given) => Painter,
): (...given: Given) => PaintRecord {
  if (kinds.has(kind)) throw new Error(`there are two kinds of paint named ${kind}`);
  kinds.set(kind, make as unknown as MakePainter);
  return (...given) => ({ kind, given });
}

/** @throws Error for a kind that no module of this thread defines */
export function painterOf(paint: Paint): Painter {
  if (typeof paint === 'function') return paint;
  const make = kinds.get(paint.kind);
  if (!make) throw new Error(`no paint named ${paint.kind}`);
  return make(...(paint.given as never[]));
}
