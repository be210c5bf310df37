/** Maximum length of an XMP that is processed, in characters; longer ones are left out. */
const largestXmp = 1_000_000;

/**
 * XMP without GPS properties and with the orientation of an upright picture. Returns undefined when it is too long, or
 * when a GPS property cannot be removed.
 */
export function uprightXmp(xmp: string): string | undefined {
  if (xmp.length > largestXmp) return undefined;
  const attributes = xmp.replace(/\s[\w.-]{1,40}:GPS\w{1,40}\s?=\s?(?:"[^"<]{0,400}"|'[^'<]{0,400}')/g, '');
  const elements = withoutElements(attributes);
  if (elements === undefined || /:GPS/.test(elements)) return undefined;
  return elements
    .replace(/(tiff:Orientation\s?=\s?["'])[2-8](["'])/g, '$11$2')
    .replace(/(<tiff:Orientation>)\s?[2-8]\s?(<)/g, '$11$2');
}

/** Removes the GPS elements; undefined when one is not closed. */
function withoutElements(xmp: string): string | undefined {
  const kept: string[] = [];
  const opening = /<([\w.-]{1,40}:GPS\w{1,40})(?=[\s/>])/g;
  let at = 0;
  for (let found = opening.exec(xmp); found; found = opening.exec(xmp)) {
    kept.push(xmp.slice(at, found.index));
    const mark = xmp.indexOf('>', found.index);
    if (mark < 0) return undefined;
    const isWhole = xmp[mark - 1] === '/';
    const closing = `</${found[1]}>`;
    const end = isWhole ? mark + 1 : xmp.indexOf(closing, mark) + closing.length;
    if (end < mark) return undefined;
    at = end;
    opening.lastIndex = end;
  }
  return kept.join('') + xmp.slice(at);
}
