import type { AnswerState } from '#shared/domain/chat';
import { type ErrorReason, ProductError } from '#shared/errors';
import { ChatFault } from '../../adapters/chat/port.ts';

/** Why an answer is not written any further. */
export class AnswerStopped extends Error {
  override readonly name = 'AnswerStopped';
  readonly by: 'asker' | 'shutdown';
  constructor(by: 'asker' | 'shutdown') {
    super(`stopped by ${by}`);
    this.by = by;
  }
}

/** The answer said a word that the operator does not allow, and was cut before it. */
export class WordRefused extends Error {
  override readonly name = 'WordRefused';
}

export interface Ending {
  state: AnswerState;
  error: ProductError | null;
}

/** Ending of an answer that its adapter has finished. */
export function endingOf(why: 'stop' | 'length' | 'filter', hasContent: boolean, model: string): Ending {
  if (why === 'stop' && hasContent) return { state: 'done', error: null };
  if (why === 'filter') return broken('chat.model_refused', hasContent, model);
  return broken(hasContent ? 'chat.interrupted' : 'chat.unavailable', hasContent, model);
}

/** Ending of an answer that broke off. The text so far is paid for, so its sentence promises no refund. */
export function endingOfFault(error: unknown, hasContent: boolean, model: string): Ending {
  if (error instanceof AnswerStopped && error.by === 'asker') return { state: 'stopped', error: null };
  if (error instanceof AnswerStopped) return cutOff(hasContent, model);
  if (error instanceof WordRefused) return broken('chat.model_refused', hasContent, model);
  if (!(error instanceof ChatFault))
    return broken(hasContent ? 'chat.interrupted' : 'chat.unavailable', hasContent, model);
  if (error.kind === 'refused') return broken('chat.model_refused', hasContent, model);
  if (hasContent || error.kind === 'interrupted') return cutOff(hasContent, model);
  return broken(reasons[error.kind], hasContent, model);
}

const reasons = {
  unavailable: 'chat.unavailable',
  waited: 'chat.waited',
  limit: 'chat.model_limit',
  refused: 'chat.model_refused',
  context: 'chat.context',
} as const satisfies Record<Exclude<ChatFault['kind'], 'interrupted'>, ErrorReason>;

/** Ending of an answer that was interrupted after the model had started, possibly before any text. */
function cutOff(hasContent: boolean, model: string): Ending {
  const reason = hasContent ? 'chat.interrupted' : 'chat.no_word';
  return { state: 'interrupted', error: new ProductError(reason, { fill: { model } }) };
}

function broken(reason: ErrorReason, hasContent: boolean, model: string): Ending {
  return { state: hasContent ? 'interrupted' : 'failed', error: new ProductError(reason, { fill: { model } }) };
}
