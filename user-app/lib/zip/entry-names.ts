const utf8 = new TextEncoder();
/** Length of a name that all file systems accept, bytes. */
const longestName = 120;
/** Characters that are not allowed in names on any of the usual systems. */
const unfit = /[\\/:*?"<>|\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const ending = /\.[a-z0-9]{1,5}$/i;

/** Names for the files of an archive, in their order: clean, none twice, at most 120 bytes with the ending. */
export function entryNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name) => {
    const [suffix = ''] = ending.exec(name) ?? [];
    const stem = cleanStem(suffix ? name.slice(0, -suffix.length) : name);
    for (let copy = 1; ; copy++) {
      const tail = (copy > 1 ? `_${copy}` : '') + suffix;
      const unique = cutToBytes(stem, longestName - utf8.encode(tail).length) + tail;
      // Some systems know no difference between capitals and small letters.
      if (taken.has(unique.toLowerCase())) continue;
      taken.add(unique.toLowerCase());
      return unique;
    }
  });
}

/** `001_标题.jpg`: numbered so that the archive keeps the order; JPG unless the title has an ending. */
export function numberedName(place: number, count: number, title: string): string {
  const digits = Math.max(3, String(count).length);
  const [suffix = '.jpg'] = /\.(jpe?g|png|webp|gif|svg|dxf|pdf|mp4)$/i.exec(title) ?? [];
  const stem = title.toLowerCase().endsWith(suffix.toLowerCase()) ? title.slice(0, -suffix.length) : title;
  return [String(place + 1).padStart(digits, '0'), stem.trim()].filter(Boolean).join('_') + suffix;
}

function cleanStem(stem: string): string {
  const clean = stem
    .toWellFormed()
    .normalize('NFC')
    .replace(unfit, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return clean === '' || reserved.test(clean) ? `_${clean}` : clean;
}

/** Never ends in half a character. */
function cutToBytes(text: string, most: number): string {
  if (utf8.encode(text).length <= most) return text;
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += utf8.encode(character).length;
    if (bytes > most) break;
    kept += character;
  }
  return kept.replace(/(?<![. ])[. ]+$/, '');
}
