/** Text recognised in a line. */
export interface ReadLine {
  text: string;
  /** Mean probability of its letters, 0–1; 0 when nothing was read. */
  score: number;
}

/**
 * The letters a recognizer knows, by the place of their class: 0 stands for none, then the lines of its key file, then
 * the space.
 *
 * @param file text of the key file, one letter a line
 */
export function lettersOf(file: string): string[] {
  const lines = file.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return ['', ...lines, ' '];
}

/**
 * Reads the answers of a recognizer: the likeliest class of every column; equal ones in a row are one letter, and none
 * divides them (connectionist temporal classification, best path: Graves et al., 2006).
 *
 * @param answers lines × columns × classes, probabilities
 * @param columns how many of a line's columns count: the rest is padding
 */
export function readAnswers(
  answers: Float32Array,
  dims: readonly number[],
  letters: readonly string[],
  columns: readonly number[],
): ReadLine[] {
  const [count, length, classes] = dims as [number, number, number];
  return Array.from({ length: count }, (_, line) => {
    let text = '';
    let sum = 0;
    let read = 0;
    let last = 0;
    for (let column = 0; column < Math.min(length, columns[line] ?? length); column++) {
      const start = (line * length + column) * classes;
      let best = 0;
      for (let k = 1; k < classes; k++) if (answers[start + k]! > answers[start + best]!) best = k;
      if (best !== 0 && best !== last) {
        text += letters[best] ?? '';
        sum += answers[start + best]!;
        read++;
      }
      last = best;
    }
    return { text: text.trim(), score: read === 0 ? 0 : sum / read };
  });
}
