import { describe, expect, it } from 'vitest';
import { chooseMoves, ease, type MotionStrength, type PlainMove, planCamera } from './camera-path.ts';
import { type CameraPose, fitted, overhangOf, restingPose, viewColumn } from './camera-pose.ts';
import { movesInWords } from './camera-words.ts';

const moves: readonly PlainMove[] = [
  'still',
  'pushIn',
  'pullOut',
  'trackLeft',
  'trackRight',
  'rise',
  'lower',
  'orbitLeft',
  'orbitRight',
  'panLeft',
  'panRight',
];
const focus = { x: 0.4, y: 0.6 };
const plan = (...named: PlainMove[]) => planCamera({ moves: named, strength: 'medium', seconds: 5, focus });
const ways = moves.flatMap((one) => [[one], ...moves.filter((other) => other !== one).map((other) => [one, other])]);

describe('a camera path', () => {
  it.each(['weak', 'medium', 'strong'] as MotionStrength[])('never looks beyond the picture, %s', (strength) => {
    for (const way of ways) {
      for (const seconds of [1, 5, 10]) {
        const path = planCamera({ moves: way, strength, seconds, focus: { x: 0.7, y: 0.3 } });
        for (let step = 0; step <= 60; step++) {
          expect(overhangOf(path.poseAt(step / 60)), way.join()).toBeLessThan(1e-6);
        }
      }
    }
  });

  it('begins with the whole picture, or ends with it when it pulls out', () => {
    for (const way of ways) {
      const path = plan(...way);
      const isPull = way.find((move) => move !== 'still') === 'pullOut';
      if (isPull) expect(path.poseAt(0).distance).toBeLessThan(0.9);
      else expect(path.poseAt(0)).toEqual(restingPose);
      if (way.at(-1) === 'pullOut') expect(path.poseAt(1)).toEqual(restingPose);
    }
  });

  it('runs without jumps and rests at both ends', () => {
    const values = (pose: CameraPose) => [pose.x, pose.y, pose.distance, pose.yaw, pose.orbit];
    for (const way of ways) {
      const path = plan(...way);
      let before = values(path.poseAt(0));
      for (let step = 1; step <= 250; step++) {
        const now = values(path.poseAt(step / 250));
        expect(Math.max(...now.map((value, at) => Math.abs(value - before[at]!)))).toBeLessThan(0.005);
        before = now;
      }
    }
    expect(ease(0.001) + (1 - ease(0.999))).toBeLessThan(1e-5);
  });

  it('does not stop between two joined moves', () => {
    const path = plan('trackLeft', 'rise');
    for (let step = 10; step < 90; step++) {
      const [one, other] = [path.poseAt(step / 100), path.poseAt((step + 1) / 100)];
      expect(Math.abs(other.x - one.x) + Math.abs(other.y - one.y), `step ${step}`).toBeGreaterThan(0.0003);
    }
  });

  it('goes where its move says', () => {
    const end = (move: PlainMove) => plan(move).poseAt(1);
    expect([end('trackLeft').x, end('rise').y, end('panLeft').yaw].every((value) => value < 0)).toBe(true);
    expect([end('trackRight').x, end('lower').y, end('panRight').yaw].every((value) => value > 0)).toBe(true);
    // Somebody who walks to the left around a house sees its left side larger.
    const orbit = end('orbitLeft');
    expect(viewColumn(orbit, -0.4).scale).toBeLessThan(viewColumn(orbit, 0.4).scale);
    expect(viewColumn(orbit, 0).u).toBeCloseTo(0.5, 9);
    expect(end('pushIn').x).toBeCloseTo(-0.1 * 0.18, 9);
    expect(plan('still').poseAt(0.5)).toEqual(restingPose);
  });

  it('goes further with more strength and names its nearest point', () => {
    const nearest = (['weak', 'medium', 'strong'] as const).map(
      (strength) => planCamera({ moves: ['pushIn'], strength, seconds: 5, focus }).nearest,
    );
    expect(nearest).toEqual([0.91, 0.82, 0.712].map((distance) => expect.closeTo(distance, 9)));
  });

  it('brings a pose closer only when it must', () => {
    expect(fitted(restingPose)).toEqual(restingPose);
    expect(fitted({ ...restingPose, x: 0.1 }).distance).toBeCloseTo(0.8, 6);
  });
});

describe('the choice of moves', () => {
  it('keeps what was named and replaces only what was not', () => {
    expect(chooseMoves(['rise', 'pushIn'], { seed: 1, words: ['still'] })).toEqual(['rise', 'pushIn']);
    expect(chooseMoves(['auto'], { seed: 1, words: ['lower', 'panLeft'] })).toEqual(['lower', 'panLeft']);
    expect(chooseMoves(['auto', 'rise'], { seed: 1, words: ['rise', 'lower'] })).toEqual(['lower', 'rise']);
  });

  it('follows the seed and gives neighbouring shots different moves', () => {
    const film = (seed: number) => Array.from({ length: 12 }, (_, shot) => chooseMoves(['auto'], { seed, shot })[0]!);
    expect(film(5)).toEqual(film(5));
    expect(new Set(Array.from({ length: 20 }, (_, seed) => film(seed)[0])).size).toBeGreaterThan(3);
    for (let shot = 1; shot < 12; shot++) expect(film(5)[shot]).not.toBe(film(5)[shot - 1]);
  });
});

describe('moves in words', () => {
  it.each([
    ['镜头缓缓推近，再向左平移', ['pushIn', 'trackLeft']],
    ['从左向右环绕建筑', ['orbitRight']],
    ['镜头环绕别墅一周', ['orbitLeft']],
    ['先拉远，然后上升', ['pullOut', 'rise']],
    ['镜头向右摇', ['panRight']],
    ['向右移动后下降', ['trackRight', 'lower']],
    ['固定机位', ['still']],
    ['Dolly in, then truck left', ['pushIn', 'trackLeft']],
    ['黄昏的混凝土美术馆，推拉门，水面倒影', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(movesInWords(text)).toEqual(expected);
  });
});
