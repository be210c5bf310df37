const joints = /[，,、；;\s]+/;

/** Returns true when a word stands in a text between commas, by itself. */
export function hasWord(text: string, word: string): boolean {
  return text.split(joints).includes(word);
}

/**
 * Adds a word at the caret, set off by commas, or takes it out where it stands by itself. Gives the text and the new
 * caret; a text that would be too long stays as it is.
 */
export function toggleWord(text: string, word: string, caret: number, max: number): { text: string; caret: number } {
  if (hasWord(text, word)) {
    const rest = text.split(/(?<=[，,、；;\s])/).filter((part) => part.replace(joints, '') !== word);
    const without = rest.join('').replace(/(?<![，,、；;\s])[，,、；;\s]+$/, '');
    return { text: without, caret: Math.min(caret, without.length) };
  }
  const before = text.slice(0, caret);
  const after = text.slice(caret);
  const opening = before === '' || /[，,、；;。\s]$/.test(before) ? '' : '，';
  const closing = after === '' || /^[，,、；;。\s]/.test(after) ? '' : '，';
  const inserted = `${opening}${word}${closing}`;
  if (text.length + inserted.length > max) return { text, caret };
  return { text: before + inserted + after, caret: caret + opening.length + word.length };
}
