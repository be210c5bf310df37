/** Characters of the end of a broken answer that may come again at the beginning of its continuation. */
const longest = 200;
/** Fewer in common are chance. */
const shortest = 4;

/**
 * Takes from the beginning of a continuation what it repeats of the end of the text so far. Holds text back only as
 * long as it may still be a repetition.
 */
export function createOverlapFilter(soFar: string) {
  const end = soFar.slice(-longest);
  let held = '';
  let isOpen = end.length >= shortest;

  function letGo(): string {
    isOpen = false;
    const start = held.trimStart();
    for (let length = Math.min(start.length, end.length); length >= shortest; length--)
      if (end.endsWith(start.slice(0, length))) return start.slice(length);
    return held;
  }

  return {
    take(piece: string): string {
      if (!isOpen) return piece;
      held += piece;
      const start = held.trimStart();
      if (start === '') held = held.slice(0, longest);
      const mayGoOn = start.length < longest && end.includes(start);
      return mayGoOn ? '' : letGo();
    },
    rest: () => (isOpen ? letGo() : ''),
  };
}
