import type { AnswerState, ChatRating } from '#shared/domain/chat';

/** Times are milliseconds on the product's clock; truth values are 0 and 1; JSON is text. */
type Flag = 0 | 1;

export interface ConversationTable {
  id: string;
  account_id: string;
  title: string;
  /** True when its owner gave the title; such a one is not changed any more. */
  is_named: Flag;
  pinned_at: number | null;
  /** Newest message: the leaf that is shown when the conversation opens. */
  leaf_id: string | null;
  messages: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface ChatMessageTable {
  id: string;
  conversation_id: string;
  account_id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  text: string;
  reasoning: string;
  state: AnswerState;
  /** Reason of the error catalogue; null where nothing went wrong. */
  error_reason: string | null;
  error_message: string | null;
  /** Id and name of the model as it was called then; null on questions. */
  model: string | null;
  model_title: string | null;
  is_deep: Flag;
  /** JSON: ids of the account's pictures beside a question. */
  attachments: string;
  /** JSON: ids of the account's pictures that an answer shows. */
  pictures: string;
  /** JSON: `ChatSource` list. */
  sources: string;
  /** JSON: `ChatCard` list. */
  cards: string;
  rating: ChatRating | null;
  /** Tickets held for it, and what of them was spent. */
  price: number;
  cost: number;
  continuations: number;
  /** JSON: what the model counted; null where it did not say. */
  usage: string | null;
  created_at: number;
  finished_at: number | null;
}

/** A send under a key of the client, so that it is carried out once. */
export interface ChatRequestTable {
  account_id: string;
  request_id: string;
  /** Hash of what was sent. */
  fingerprint: string;
  question_id: string;
  answer_id: string;
  created_at: number;
}

export interface ChatSchema {
  conversation: ConversationTable;
  chat_message: ChatMessageTable;
  chat_request: ChatRequestTable;
}
