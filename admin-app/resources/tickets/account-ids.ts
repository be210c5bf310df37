/** Account ids as pasted: one per line, or apart by commas and spaces. Each counts once. */
export function readAccountIds(text: string): { ids: string[]; repeated: number } {
  const given = text.split(/[\s,，;；"']+/).filter((part) => part !== '');
  const ids = [...new Set(given)];
  return { ids, repeated: given.length - ids.length };
}
