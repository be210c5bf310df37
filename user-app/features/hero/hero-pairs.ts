import { isSameView, type Sample, sampleByName, sampleUrl } from '../../data/samples';
import { groupCards, type ToolCard } from '../../lib/tool-card';

export interface HeroPair {
  card: ToolCard;
  before: Sample;
  after: Sample;
}

const mostPairs = 5;

/** The first tool of each group whose two pictures show one view; no result twice. */
export function heroPairs(cards: readonly ToolCard[]): HeroPair[] {
  const pairs: HeroPair[] = [];
  for (const { cards: members } of groupCards(cards)) {
    for (const card of members) {
      const before = sampleByName(card.sample?.before);
      const after = sampleByName(card.sample?.after);
      if (!before || !after || before.name === after.name || !isSameView(before, after)) continue;
      if (pairs.some((known) => known.after.name === after.name)) continue;
      pairs.push({ card, before, after });
      break;
    }
  }
  return pairs.slice(0, mostPairs);
}

/** The small file where it is enough; the picture is as wide as the page up to 1080 px, then what the block leaves. */
export function heroSources(sample: Sample) {
  return {
    src: sampleUrl(sample),
    srcSet: `${sampleUrl(sample, 'thumb')} 720w, ${sampleUrl(sample)} ${sample.width}w`,
    sizes: '(max-width: 1080px) 100vw, 1076px',
  };
}
