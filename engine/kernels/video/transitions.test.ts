import { describe, expect, it } from 'vitest';
import { restingPose } from './camera-pose.ts';
import { makeFrame } from './i420.ts';
import { makeTimeline } from './slide-timeline.ts';
import { drawTransition, poseInTransition } from './transitions.ts';

const width = 64;
const height = 36;
const plain = (level: number) => {
  const frame = makeFrame(width, height);
  frame.data.fill(level);
  return frame;
};
const before = plain(40);
const after = plain(200);
const row = (samples: Uint8Array) => [...samples.subarray(width, width * 2)];

function at(kind: Parameters<typeof drawTransition>[0], time: number) {
  const out = makeFrame(width, height);
  drawTransition(kind, before, after, time, out);
  return out;
}

describe('a transition', () => {
  it.each(['none', 'fade', 'push', 'zoom', 'wipe'] as const)(
    '%s starts with one frame and ends with the other',
    (kind) => {
      expect(at(kind, 0).data).toEqual(before.data);
      expect(at(kind, 1).data).toEqual(after.data);
    },
  );

  it('fades evenly over the frame', () => {
    expect(new Set(at('fade', 0.5).data)).toEqual(new Set([120]));
  });

  it('pushes from the right, luma and chroma by the same way', () => {
    const [luma, blue] = at('push', 0.5).planes;
    expect(row(luma!.samples).indexOf(200)).toBe(32);
    expect([...blue!.samples.subarray(0, 32)].indexOf(200)).toBe(16);
  });

  it('wipes with a soft edge from the left', () => {
    const line = row(at('wipe', 0.5).planes[0]!.samples);
    expect([line[0], line.at(-1)]).toEqual([200, 40]);
    expect(line.toSorted((one, other) => other - one)).toEqual(line);
    expect(new Set(line).size).toBeGreaterThan(5);
  });

  it('may be drawn over its first frame', () => {
    for (const kind of ['fade', 'push', 'wipe'] as const) {
      const over = plain(40);
      drawTransition(kind, over, after, 0.4, over);
      expect(over.data, kind).toEqual(at(kind, 0.4).data);
    }
  });

  it('moves the cameras only when it zooms, and leaves them where the shots have them at its ends', () => {
    expect(poseInTransition('fade', 'before', restingPose, 0.5)).toEqual(restingPose);
    expect(poseInTransition('zoom', 'before', restingPose, 0)).toEqual(restingPose);
    expect(poseInTransition('zoom', 'after', restingPose, 1)).toEqual(restingPose);
    expect(poseInTransition('zoom', 'before', restingPose, 0.5).distance).toBeLessThan(0.95);
  });
});

describe('the timeline of a slideshow', () => {
  it('is as long as its slides and shows each of them in order', () => {
    const timeline = makeTimeline([2, 1, 3], { fps: 25, hasTransitions: true });
    expect(timeline.frames).toBe(150);
    const slides = Array.from({ length: 150 }, (_, frame) => timeline.at(frame).slide);
    expect(slides).toEqual([...slides].sort());
    expect(new Set(slides)).toEqual(new Set([0, 1, 2]));
  });

  it('lays transitions around the joint, at most 40 % of the shorter slide', () => {
    const timeline = makeTimeline([4, 4, 1], { fps: 25, hasTransitions: true });
    const times = Array.from({ length: timeline.frames }, (_, frame) => timeline.at(frame));
    const joined = times.flatMap(({ next }, frame) => (next ? [frame] : []));
    expect([joined[0], joined.filter((frame) => frame < 150).length, joined.at(-1)]).toEqual([90, 20, 204]);
    for (const frame of joined) expect(times[frame]!.time > 0 && times[frame]!.time < 1).toBe(true);
  });

  it('runs every camera from start to end, without a jump', () => {
    const timeline = makeTimeline([2, 1, 3], { fps: 25, hasTransitions: true });
    const seen: number[][] = [[], [], []];
    for (let frame = 0; frame < timeline.frames; frame++) {
      const { slide, progress, next } = timeline.at(frame);
      seen[slide]!.push(progress);
      if (next) seen[next.slide]!.push(next.progress);
    }
    seen.forEach((progress, slide) => {
      expect([progress[0], progress.at(-1), progress.length]).toEqual([0, 1, timeline.lengthOf(slide)]);
      const steps = progress.slice(1).map((value, step) => value - progress[step]!);
      for (const step of steps) expect(step).toBeCloseTo(1 / (progress.length - 1), 9);
    });
  });

  it('cuts hard when asked to', () => {
    const timeline = makeTimeline([1, 1], { fps: 25, hasTransitions: false });
    expect([timeline.at(24), timeline.at(25)]).toEqual([
      { slide: 0, progress: 1, time: 0 },
      { slide: 1, progress: 0, time: 0 },
    ]);
  });
});
