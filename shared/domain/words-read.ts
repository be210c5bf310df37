/** Effect of the words of a description: pieces in their own spelling, each once, in the order of the text. */
export interface WordsRead {
  /** Words that took effect. */
  used: string[];
  /** Words that nothing was made of. */
  ignored: string[];
}

/** Pieces told of each kind at most, and characters of one. */
export const mostWordsTold = 20;
export const longestWordTold = 24;
