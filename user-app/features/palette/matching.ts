// 20 kB on the wire, with the palette only: of the libraries without a server the smallest that knows every reading of a
// sign (重绘 is chonghui), which the browser's own collation does not.
import PinyinMatch from 'pinyin-match';
import { searchTools, type ToolCard } from '../../lib/tool-card';

/** Whether a title holds the query as it is written, as pinyin or as first letters. */
export function isFound(title: string, query: string): boolean {
  const wanted = query.trim();
  return wanted === '' || PinyinMatch.match(title, wanted) !== false;
}

/** Without a query the recent tools first; with one the best matches, then those that are found by pinyin. */
export function foundTools(cards: readonly ToolCard[], recent: readonly string[], query: string): ToolCard[] {
  if (query.trim() === '') {
    const place = (card: ToolCard) => (recent.includes(card.id) ? recent.indexOf(card.id) : recent.length);
    return [...cards].sort((one, other) => place(one) - place(other));
  }
  const written = searchTools(cards, query);
  return [...written, ...cards.filter((card) => !written.includes(card) && isFound(card.title, query))];
}
