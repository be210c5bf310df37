/** Duration of the movement that shows that the line can be moved, ms. */
const sweepMs = 1_800;
const frames = 90;
const restingSplit = 50;

/** Position of the line, percent of the width, after this part (0–1) of the sweep. */
function splitAt(part: number): number {
  // From the drawing to the picture and back to the middle, slow at both ends.
  return restingSplit + 42 * Math.sin(part * 2 * Math.PI) * (1 - part * 0.35);
}

/**
 * Moves the line of a comparison there and back by transforms, which the compositor does alone. The pane of the left
 * picture moves one way and the picture the other; they have the same moments, so that they cancel each other out
 * between these too. Parts are marked with `data-moves`.
 * @returns ends it at once
 */
export function sweep(box: HTMLElement): () => void {
  const width = box.clientWidth;
  const offsets: Readonly<Record<string, (split: number) => string>> = {
    pane: (split) => `${(split - 100).toFixed(3)}%`,
    picture: (split) => `${(100 - split).toFixed(3)}%`,
    line: (split) => `${(((split - restingSplit) / 100) * width).toFixed(2)}px`,
  };
  const moves = [...box.querySelectorAll<HTMLElement>('[data-moves]')].map((part) => {
    const offset = offsets[part.dataset.moves ?? ''];
    const keyframes = Array.from({ length: frames + 1 }, (_, frame) => ({
      transform: `translateX(${offset?.(splitAt(frame / frames))})`,
    }));
    return part.animate(keyframes, { duration: sweepMs });
  });
  const end = () => {
    delete box.dataset.sweeping;
    for (const move of moves) move.cancel();
  };
  box.dataset.sweeping = '';
  if (moves[0]) moves[0].onfinish = end;
  return end;
}
