import { makeRandom } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import { type CameraPose, fitted, mixPoses, restingPose } from './camera-pose.ts';

/** A camera move by its name in the tools' forms; `auto` is replaced by {@link chooseMoves} before it is drawn. */
export type PlainMove =
  | 'still'
  | 'pushIn'
  | 'pullOut'
  | 'trackLeft'
  | 'trackRight'
  | 'rise'
  | 'lower'
  | 'orbitLeft'
  | 'orbitRight'
  | 'panLeft'
  | 'panRight';
export type CameraMove = PlainMove | 'auto';
export type MotionStrength = 'weak' | 'medium' | 'strong';

export interface CameraPlan {
  /** One or two moves; they run into each other without a stop. */
  moves: readonly PlainMove[];
  strength: MotionStrength;
  /** Length of the whole plan. Slower films get wider moves, but less than proportionally. */
  seconds: number;
  /** Target of a push, 0–1 of the picture's sides. */
  focus: { x: number; y: number };
}

export interface CameraPath {
  /** Pose of the camera at 0 (first frame) … 1 (last frame). */
  poseAt(progress: number): CameraPose;
  /** The closest the camera comes, as `CameraPose.distance`. */
  nearest: number;
}

const strengths: Record<MotionStrength, number> = { weak: 0.5, medium: 1, strong: 1.6 };

/** Reach of each move at medium strength over five seconds, in the units of the pose. */
const reach = { distance: 0.18, x: 0.075, y: 0.085, yaw: 0.075, orbit: 0.105 } as const;

/** Share of the film during which the second move already runs while the first still ends. */
const overlap = 0.16;
/** Share of a move in which it gets up to speed, and again to rest. */
const ramp = 0.3;

/**
 * Lays the camera's way. Every film starts with the whole picture, unless its first move is a pull-out (or a pull-out
 * after standing still), which ends with it. The way between poses is their weighted mean, which stays inside the
 * picture (turns bend it by less than 1 %, which is taken back).
 */
export function planCamera({ moves, strength, seconds, focus }: CameraPlan): CameraPath {
  const amount = strengths[strength] * clamp(Math.sqrt(seconds / 5), 0.5, 1.4);
  const near = closeUp(restingPose, amount, focus);
  const first = moves.find((move) => move !== 'still');
  const poses: CameraPose[] = [first === 'pullOut' ? near : { ...restingPose }];
  for (const move of moves) poses.push(fitted(poseAfter(poses.at(-1)!, move, amount, focus)));
  return {
    nearest: Math.min(...poses.map(({ distance }) => distance)),
    poseAt(progress) {
      const arrivals = moves.map((_, at) => arrival(progress, at, moves.length));
      const weights = poses.map((_, at) => (at === 0 ? 1 : arrivals[at - 1]!) - (arrivals[at] ?? 0));
      return fitted(mixPoses(poses, weights));
    },
  };
}

/** Progress of move `at` of `count`, 0–1. */
function arrival(progress: number, at: number, count: number): number {
  const length = (1 + overlap * (count - 1)) / count;
  const start = at * (length - overlap);
  return ease((progress - start) / length);
}

/** Speeds up along a raised cosine, runs evenly, slows down: 0–1 to 0–1, with a steady speed and no jerk. */
export function ease(time: number): number {
  const t = clamp(time, 0, 1);
  if (t > 0.5) return 1 - ease(1 - t);
  const speed = 1 / (1 - ramp);
  if (t >= ramp) return speed * (t - ramp / 2);
  return speed * (t / 2 - (ramp / (2 * Math.PI)) * Math.sin((Math.PI * t) / ramp));
}

function closeUp(from: CameraPose, amount: number, focus: CameraPlan['focus']): CameraPose {
  const distance = from.distance * (1 - reach.distance * amount);
  const room = from.distance - distance;
  const towards = (at: number) => clamp(at - 0.5, -0.5, 0.5) * room;
  return { ...from, distance, x: from.x + towards(focus.x), y: from.y + towards(focus.y) };
}

function poseAfter(from: CameraPose, move: PlainMove, amount: number, focus: CameraPlan['focus']): CameraPose {
  switch (move) {
    case 'still':
      return from;
    case 'pushIn':
      return closeUp(from, amount, focus);
    case 'pullOut':
      return { ...restingPose };
    case 'trackLeft':
    case 'trackRight':
      return { ...from, x: side(move) * reach.x * amount };
    case 'rise':
      return { ...from, y: -reach.y * amount };
    case 'lower':
      return { ...from, y: reach.y * amount };
    case 'orbitLeft':
    case 'orbitRight':
      return { ...from, orbit: -side(move) * reach.orbit * amount };
    case 'panLeft':
    case 'panRight':
      return { ...from, yaw: side(move) * reach.yaw * amount };
  }
}

function side(move: PlainMove): 1 | -1 {
  return move.endsWith('Right') ? 1 : -1;
}

/** Moves of `auto`, in the order in which the shots of a film take them: each differs from its neighbours. */
const automatic: readonly PlainMove[] = ['pushIn', 'trackRight', 'orbitLeft', 'pullOut', 'trackLeft', 'orbitRight'];

/**
 * Replaces `auto`. What the words ask for comes first; otherwise the seed decides.
 *
 * @param words moves that a description names, see `movesInWords`
 * @param shot number of the shot in its film, from 0; neighbours get different moves
 */
export function chooseMoves(
  moves: readonly CameraMove[],
  { words = [], seed, shot = 0 }: { words?: readonly PlainMove[]; seed: number; shot?: number },
): PlainMove[] {
  const named = moves.filter((move) => move !== 'auto');
  if (named.length === moves.length) return named;
  if (named.length === 0 && words.length > 0) return words.slice(0, 2);
  const start = Math.floor(makeRandom(seed)() * automatic.length) + shot;
  const wheel = automatic.map((_, at) => automatic[(start + at) % automatic.length]!);
  const free = [...words, ...wheel].filter((move) => !named.includes(move))[0]!;
  return moves.map((move) => (move === 'auto' ? free : move));
}
