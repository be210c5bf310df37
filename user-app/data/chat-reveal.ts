/** Part of what is behind that one frame shows: a burst is spread over about a dozen frames. */
const partPerFrame = 8;
/** Characters looked at past the wanted end, so that what is drawn as one is not cut. */
const longestCluster = 64;
const clusters = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/**
 * Next length of a growing text: an eighth of the rest is added, all of it when nothing more comes; never half of a
 * unit that is drawn as one (surrogate pairs, flags, combined emoji).
 * @returns characters, at least `shown`
 */
export function shownLength(text: string, shown: number, isAll: boolean): number {
  const behind = text.length - shown;
  if (behind <= 0) return Math.max(0, Math.min(shown, text.length));
  if (isAll) return text.length;
  const wanted = shown + Math.ceil(behind / partPerFrame);
  let end = shown;
  for (const { segment } of clusters.segment(text.slice(shown, wanted + longestCluster))) {
    end += segment.length;
    if (end >= wanted) break;
  }
  return end;
}
