// 20 kB on the wire, loaded where something is searched: of the libraries without a server the smallest that knows every
// reading of a sign (重绘 is chonghui), which the browser's own collation does not.
import PinyinMatch from 'pinyin-match';

/** Returns true when a title holds the query as it is written, as pinyin or as first letters. */
export function isFound(title: string, query: string): boolean {
  const wanted = query.trim();
  return wanted === '' || PinyinMatch.match(title, wanted) !== false;
}
