/** How long the line between two pictures moves to show that it can, ms. */
export const sweepMs = 1_800;

const frames = 90;

/** Where the line is, in percent of the width, when this part (0 to 1) of the sweep is over. */
function splitAt(part: number): number {
  // From the drawing to the picture and back to the middle, slow at both ends.
  return 50 + 42 * Math.sin(part * 2 * Math.PI) * (1 - part * 0.35);
}

function moved(offset: (split: number) => number): Keyframe[] {
  return Array.from({ length: frames + 1 }, (_, frame) => ({
    transform: `translateX(${offset(splitAt(frame / frames)).toFixed(3)}%)`,
  }));
}

/**
 * The sweep as moves of three parts that the compositor makes alone. All have the same keyframes in time, so that pane
 * and picture cancel each other out between them as well.
 */
export const sweeps = {
  pane: moved((split) => split - 100),
  picture: moved((split) => 100 - split),
  place: moved((split) => split),
};
