import { isSameShape, type ResultPicture, resultOf, resultUrl, type ToolResult } from '../../data/results';
import type { ToolCard } from '../../lib/tool-card';

export interface HeroPair {
  card: ToolCard;
  before: ResultPicture;
  after: ResultPicture;
  quality: ToolResult['quality'];
}

/** The tools the home page opens with, as far as before and after may lie over each other. */
export function heroPairs(cards: readonly ToolCard[]): HeroPair[] {
  return cards.flatMap((card) => {
    const { before, after, quality } = (card.isShowpiece && resultOf(card.id)) || {};
    return before && after && quality && isSameShape(before, after) ? [{ card, before, after, quality }] : [];
  });
}

/** Lengths of phones' windows in which the picture stands where splash.ts has it, px. */
export const heroFrames = { narrowest: 340, widest: 639, margin: 13 };

/** The smallest file that is enough; the picture is as wide as the page up to 1080 px, then what the block leaves. */
export function heroSources(picture: ResultPicture) {
  const middle = picture.middle ? `/samples/${picture.middle} 720w, ` : '';
  return {
    src: resultUrl(picture),
    srcSet: `${resultUrl(picture, 'thumb')} 480w, ${middle}${resultUrl(picture)} ${picture.width}w`,
    sizes: `(max-width: ${heroFrames.widest}px) calc(100vw - ${2 * heroFrames.margin}px), (max-width: 1023px) 100vw, 1076px`,
  };
}
