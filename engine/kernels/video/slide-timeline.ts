/** One picture of a slideshow at one moment. */
interface SlideMoment {
  /** Number of the picture, from 0. */
  slide: number;
  /** Progress of the slide's camera, 0–1. */
  progress: number;
}

export interface TimelineMoment extends SlideMoment {
  /** The slide that is coming in, during a transition. */
  next?: SlideMoment;
  /** Progress of the transition, between 0 and 1 exclusive; 0 outside a transition. */
  time: number;
}

export interface SlideTimeline {
  frames: number;
  at(frame: number): TimelineMoment;
  /** Frames during which a slide is at least partly seen, transitions included. */
  lengthOf(slide: number): number;
}

/** A transition lasts this long, but never more than 40 % of the shorter of its two slides. */
const transitionSeconds = 0.8;
const longestShare = 0.4;

/**
 * Lays slides one behind the other. Transitions lie half in the slide that goes and half in the one that comes, so the
 * film is as long as its slides together.
 *
 * @param seconds length of each slide, more than 0
 * @param hasTransitions false for hard cuts
 */
export function makeTimeline(
  seconds: readonly number[],
  { fps, hasTransitions }: { fps: number; hasTransitions: boolean },
): SlideTimeline {
  const ends: number[] = [];
  for (const length of seconds) ends.push((ends.at(-1) ?? 0) + Math.round(length * fps));
  const frames = ends.at(-1) ?? 0;
  /** Transition after each slide: its first frame and its frames. */
  const joints = ends.map((end, at) => {
    const next = seconds[at + 1];
    if (!hasTransitions || next === undefined) return { start: end, length: 0 };
    const length = Math.round(Math.min(transitionSeconds, longestShare * Math.min(seconds[at]!, next)) * fps);
    return { start: end - (length >> 1), length };
  });
  const startOf = (slide: number) => (slide === 0 ? 0 : joints[slide - 1]!.start);
  const lengthOf = (slide: number) => joints[slide]!.start + joints[slide]!.length - startOf(slide);
  const momentOf = (slide: number, frame: number): SlideMoment => ({
    slide,
    progress: (frame - startOf(slide)) / Math.max(1, lengthOf(slide) - 1),
  });
  return {
    frames,
    lengthOf,
    at(frame) {
      const slide = joints.findIndex(({ start, length }) => frame < start + length);
      const { start, length } = joints[slide]!;
      if (frame < start) return { ...momentOf(slide, frame), time: 0 };
      return { ...momentOf(slide, frame), next: momentOf(slide + 1, frame), time: (frame - start + 1) / (length + 1) };
    },
  };
}
