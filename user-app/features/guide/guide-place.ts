interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** Pixels between the card and what it is about, and between the card and the window's edges. */
const gap = 12;
/** Narrower windows have the card at their lower edge. */
const narrow = 640;

/**
 * Position of the card: below its target, else above it, else at the window's lower right; in a narrow window at the
 * end that the target leaves free.
 */
export function placeOfCard(about: Box | undefined, card: Size, window: Size): { left: number; top: number } {
  const within = (at: number, room: number, length: number) => Math.max(gap, Math.min(room - length - gap, at));
  const end = window.height - card.height - gap;
  if (!about) return { left: within(window.width, window.width, card.width), top: end };
  const below = about.top + about.height + gap;
  const above = about.top - card.height - gap;
  if (window.width < narrow) {
    const isLow = about.top + about.height > end && about.top > card.height + 2 * gap;
    return { left: within(0, window.width, card.width), top: isLow ? gap : end };
  }
  const left = within(about.left + about.width / 2 - card.width / 2, window.width, card.width);
  if (below + card.height <= window.height - gap) return { left, top: below };
  return above >= gap ? { left, top: above } : { left: within(window.width, window.width, card.width), top: end };
}
