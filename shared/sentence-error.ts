/** An error that is told to people: its message is a Chinese sentence. Its classes say which kind of failure it is. */
export abstract class SentenceError extends Error {
  /** Chinese, for people. */
  readonly sentence: string;
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.sentence = sentence;
  }
}
