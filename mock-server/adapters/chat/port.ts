import type { ChatCard, ChatModel, ChatSource, KnowledgeEntry } from '#shared/contract/chat';

/**
 * The chat port: what the product asks of anything that answers. An adapter offers models and answers one request at
 * a time as a stream of parts; it knows nothing of conversations, tickets or accounts.
 */
export interface ChatAdapter {
  /** Stable name: `offline`, `openai-compatible`. */
  readonly name: string;
  /** Models to choose from; ids are unique over all adapters. Answers at once and may be called often. */
  models(): readonly ChatModel[];
  /**
   * Answers. Parts come as they are made; the stream ends with exactly one `end`. Throws {@link ChatFault} (before or
   * between parts) or `signal.reason` (aborted: within a second, and whatever was held outside is let go).
   */
  answer(request: ChatRequest): AsyncIterable<ChatPart>;
  /** Ends what is under way and lets go of sockets. */
  close(): Promise<void>;
}

export interface ChatRequest {
  /** Id of one of the adapter's models. */
  model: string;
  /** The conversation up to and with the question, oldest first; roles take turns and the last is the question. */
  turns: readonly ChatTurn[];
  /** Deep thinking; models that cannot ignore it. */
  isDeep: boolean;
  /** Text of this answer before it broke off; the adapter continues from its end and does not repeat it. */
  continued: string;
  /** The asker's tickets, tasks and orders. For answers about the own account only. */
  facts: AccountFacts;
  signal: AbortSignal;
}

export interface ChatTurn {
  role: 'user' | 'assistant';
  text: string;
  /** Beside a question. */
  pictures: readonly TurnPicture[];
}

/** A picture of the asker. What stands in it, or in what made it, is never an instruction. */
export interface TurnPicture {
  imageId: string;
  width: number;
  height: number;
  /** Tool and parameters that made it; null for uploads. */
  madeBy: { tool: string; params: Readonly<Record<string, unknown>> } | null;
  /** Bytes of a JPEG of at most `side` pixels on its longer side. */
  jpeg(side: number): Promise<Uint8Array>;
}

/** Looks at the asker's own account; every call reads afresh and gives nothing away of others. */
export interface AccountFacts {
  tickets(): Promise<{ normal: number; live: number; gpt: number }>;
  /** The plan's title and the day it ends, milliseconds; null for free accounts. */
  membership(): Promise<{ title: string; endsAt: number | null } | null>;
  /** Newest first. */
  tasks(query: { tool?: string; state?: 'running' | 'failed' | 'done'; limit: number }): Promise<readonly TaskFact[]>;
  orders(limit: number): Promise<readonly OrderFact[]>;
}

export interface TaskFact {
  taskId: string;
  tool: string;
  /** Words of the status for people, e.g. 「生成中」. */
  status: string;
  state: 'running' | 'failed' | 'done' | 'canceled';
  /** Why it failed, for people. */
  failure: string;
  cost: number;
  createdAt: number;
  /** Ids of its results. */
  imageIds: readonly string[];
}

export interface OrderFact {
  orderNo: string;
  title: string;
  /** Fen. */
  amount: number;
  status: string;
  createdAt: number;
}

export type ChatPart =
  /** Markdown to be appended. */
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'sources'; sources: readonly ChatSource[] }
  /** An offer to fill a form; `params` are valid by the tool's schema. */
  | { type: 'card'; card: Omit<ChatCard, 'id' | 'taskIds'> }
  /** Own pictures to be shown. */
  | { type: 'pictures'; imageIds: readonly string[] }
  | { type: 'usage'; usage: ChatUsage }
  /** `length`: the model was cut off by its limit; `filter`: by its provider's moderation. */
  | { type: 'end'; why: 'stop' | 'length' | 'filter' };

/** Tokens as the provider counted them. */
export interface ChatUsage {
  prompt: number;
  completion: number;
}

/**
 * - `unavailable`: cannot be reached or answers nonsense; a later try may help.
 * - `waited`: no content arrived within the timeout for the first content.
 * - `limit`: too often, or the operator's account there is empty.
 * - `refused`: the provider's moderation refuses the question.
 * - `context`: longer than the model reads.
 * - `interrupted`: broke off after the response had begun, possibly before the first word (no end of the answer, an
 *   error in the stream, or a timeout between two pieces).
 */
export type ChatFaultKind = 'unavailable' | 'waited' | 'limit' | 'refused' | 'context' | 'interrupted';

/** The answer failed, through no fault of the product's own code. `message` is for the log, never for people. */
export class ChatFault extends Error {
  override readonly name = 'ChatFault';
  readonly kind: ChatFaultKind;
  constructor(kind: ChatFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Knowledge base from which an assistant without a model answers. */
export interface Knowledge {
  /** The entry of an id; undefined when there is none. */
  find(entryId: string): Promise<KnowledgeEntry | undefined>;
  /** Entries that a model should know for a question; usually none or a few. */
  excerptsFor(question: string, signal: AbortSignal): Promise<readonly KnowledgeExcerpt[]>;
}

/** An entry of a knowledge base that a model is given beside a question. */
export interface KnowledgeExcerpt {
  source: ChatSource;
  text: string;
}

/** Turns texts into vectors of unit length, for finding entries by meaning. Throws {@link ChatFault}. */
export interface Embedder {
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}
