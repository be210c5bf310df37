import type { Size } from '../../base/blur.ts';
import { type SceneClass, sceneClasses } from '../scene/scene-reading.ts';
import { describePoints, logLikelihood, type PointFeatures } from './picture-colours.ts';
import { normalise } from './reading-rules.ts';

/** Classes that share colours, with how many colours they have. */
const kinds: ReadonlyArray<{ classes: readonly SceneClass[]; colours: number }> = [
  { classes: ['sky'], colours: 3 },
  { classes: ['hard', 'grass', 'floor'], colours: 3 },
  { classes: ['plant'], colours: 3 },
  { classes: ['wall', 'window', 'roof', 'ceiling'], colours: 5 },
  { classes: ['water', 'other', 'vehicle', 'person', 'furniture'], colours: 3 },
];

/** A point is sure of its kind from here. */
const sure = 0.75;
/** Kinds with fewer sure points, as a share of the picture, have no say. */
const leastSeeds = 0.004;
/** Weight of the colours beside the network, which looks at shapes. */
const power = 0.2;
/** After all have voted, the sky grows from what it has by then so many times, by so much: its colours are few. */
const skyRounds = 2;
const skyPower = 0.35;
/** A point so sure of one class stays what it is, whatever its colour. */
const beyondDoubt = 0.96;
/** Least factor on a class whose colours do not fit at all. */
const leastFactor = 0.05;

/**
 * The colours of this very picture vote: each kind learns its own where the network is sure, and unsure points go where
 * they look alike.
 * @param shares 0–1 by class; changed
 */
export function weighByColours(shares: Float32Array[], planes: readonly Float32Array[], size: Size): void {
  const points = describePoints(planes, size);
  vote(shares, points, power, (votes, factors, at) => {
    for (const [k, { members }] of votes.entries()) {
      for (const index of members) shares[index]![at]! *= factors[k]! + leastFactor;
    }
  });
  for (let round = 0; round < skyRounds; round++) {
    vote(shares, points, skyPower, (votes, factors, at) => {
      const own = votes.findIndex(({ members }) => members.includes(sky));
      if (own < 0) return;
      for (const [index, plane] of shares.entries()) {
        plane[at]! *= (index === sky ? factors[own]! : 1 - factors[own]!) + leastFactor;
      }
    });
  }
}

const sky = sceneClasses.indexOf('sky');

interface Vote {
  /** Places of the kind's classes. */
  members: readonly number[];
  /** Fit of each doubtful point to the class's colours. */
  logs: Float32Array;
}

/** @param weigh is given the share of each vote at a doubtful point, in all 1 */
function vote(
  shares: Float32Array[],
  points: PointFeatures,
  strength: number,
  weigh: (votes: readonly Vote[], factors: Float32Array, at: number) => void,
): void {
  const asked = doubtful(shares);
  const votes = sureOnes(shares).flatMap(({ isSure, members, colours }): Vote[] => {
    const count = isSure.reduce((sum, value) => sum + value, 0);
    if (count < Math.max(10, leastSeeds * points.count)) return [];
    return [{ members, logs: logLikelihood(points, isSure, asked, colours, 7) }];
  });
  if (votes.length < 2) return;
  const factors = new Float32Array(votes.length);
  for (let at = 0; at < asked.length; at++) {
    let most = Number.NEGATIVE_INFINITY;
    for (const { logs } of votes) most = Math.max(most, logs[at]!);
    let total = 0;
    for (let k = 0; k < votes.length; k++) {
      factors[k] = Math.exp(strength * (votes[k]!.logs[at]! - most));
      total += factors[k]!;
    }
    for (let k = 0; k < votes.length; k++) factors[k]! /= total;
    weigh(votes, factors, asked[at]!);
  }
  normalise(shares);
}

function sureOnes(shares: readonly Float32Array[]) {
  const count = shares[0]!.length;
  const sums = kinds.map(({ classes, colours }) => {
    const members = classes.map((name) => sceneClasses.indexOf(name)).filter((index) => index < shares.length);
    const sum = new Float32Array(count);
    for (const index of members) for (let i = 0; i < count; i++) sum[i]! += shares[index]![i]!;
    return { members, colours, sum };
  });
  return sums.map(({ members, colours, sum }) => {
    const isSure = new Uint8Array(count);
    for (let i = 0; i < count; i++) if (sum[i]! > sure) isSure[i] = 1;
    return { isSure, members, colours };
  });
}

function doubtful(shares: readonly Float32Array[]): Int32Array {
  const count = shares[0]!.length;
  const asked = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) if (shares.every((plane) => plane[i]! <= beyondDoubt)) asked[length++] = i;
  return asked.subarray(0, length);
}
