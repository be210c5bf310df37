import { isFound } from '../../lib/is-found';
import { searchTools, type ToolCard } from '../../lib/tool-card';

/** Without a query the recent tools first; with one the best matches, then those that are found by pinyin. */
export function foundTools(cards: readonly ToolCard[], recent: readonly string[], query: string): ToolCard[] {
  if (query.trim() === '') {
    const place = (card: ToolCard) => (recent.includes(card.id) ? recent.indexOf(card.id) : recent.length);
    return [...cards].sort((one, other) => place(one) - place(other));
  }
  const written = searchTools(cards, query);
  return [...written, ...cards.filter((card) => !written.includes(card) && isFound(card.title, query))];
}
