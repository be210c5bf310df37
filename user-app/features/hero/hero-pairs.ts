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

/** The small file where it is enough; the picture is as wide as the page up to 1080 px, then what the block leaves. */
export function heroSources(picture: ResultPicture) {
  return {
    src: resultUrl(picture),
    srcSet: `${resultUrl(picture, 'thumb')} 480w, ${resultUrl(picture)} ${picture.width}w`,
    sizes: '(max-width: 1023px) 100vw, 1076px',
  };
}
