import { openChannel } from '#shared/browser/stores';

type Message = { kind: 'ask' | 'held' | 'taken'; key: string; tab: string };

/** Time in which another tab has to answer, ms. */
const answerMs = 150;

/**
 * Tells the tabs that work on one draft of each other. Only the one that holds it keeps its work; another one may take
 * it over, which the first is told.
 */
export class DraftWatch {
  readonly #key: string;
  readonly #tab = Math.random().toString(36).slice(2);
  readonly #channel: BroadcastChannel | undefined;
  readonly #onTaken: () => void;
  #isHeld = false;
  #onAnswer: (() => void) | undefined;

  constructor(key: string, onTaken: () => void) {
    this.#key = key;
    this.#onTaken = onTaken;
    this.#channel = openChannel('mask-drafts');
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data));
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Holds the draft unless another tab does. @returns whether it is held now. */
  async hold(): Promise<boolean> {
    const isElsewhere = await new Promise<boolean>((resolve) => {
      this.#onAnswer = () => resolve(true);
      this.#say('ask');
      setTimeout(() => resolve(false), this.#channel ? answerMs : 0);
    });
    this.#onAnswer = undefined;
    this.#isHeld = !isElsewhere;
    return this.#isHeld;
  }

  /** Holds the draft in any case; another tab lets go. */
  take(): void {
    this.#isHeld = true;
    this.#say('taken');
  }

  close(): void {
    this.#isHeld = false;
    this.#channel?.close();
  }

  #say(kind: Message['kind']): void {
    this.#channel?.postMessage({ kind, key: this.#key, tab: this.#tab } satisfies Message);
  }

  #hear({ kind, key, tab }: Message): void {
    if (key !== this.#key || tab === this.#tab) return;
    if (kind === 'ask' && this.#isHeld) this.#say('held');
    else if (kind === 'held') this.#onAnswer?.();
    else if (kind === 'taken' && this.#isHeld) {
      this.#isHeld = false;
      this.#onTaken();
    }
  }
}
