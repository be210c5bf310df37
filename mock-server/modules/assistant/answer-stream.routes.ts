import type { Response } from 'express';
import type { ChatEvent, ChatMessage } from '#shared/contract/chat';
import { errorCatalogue } from '#shared/errors';
import type { Timers } from '../../timers.ts';
import type { UserCaller } from '../base/caller.ts';
import { wholeEnd } from './chat.rules.ts';
import type { Answering, ChatService } from './chat.service.ts';

export interface StreamDeps {
  service: Pick<ChatService, 'growth' | 'follow'>;
  timers: Timers;
  /** Returns true when a session has neither ended nor been banned; streams of others are closed. */
  isLive: (sessionHash: string) => Promise<boolean>;
}

const pingMs = 15_000;
/** A reader that takes nothing for so long is let go, milliseconds; the answer is written on without it. */
const stuckMs = 60_000;

/**
 * Tells an answer to one reader. Nothing is queued for a slow one: when it can take more it is sent in one delta what
 * has come meanwhile, so that it holds no more memory than its socket.
 */
export async function streamAnswer(
  { service, timers, isLive }: StreamDeps,
  caller: UserCaller,
  { conversation, question, answer }: Answering,
  response: Response,
): Promise<void> {
  const ids = { conversationId: conversation.conversationId, messageId: answer.messageId };
  const sent = { text: answer.text.length, reasoning: answer.reasoning.length };
  const cancels = new Set<() => void>();
  let isOver = false;
  let isTelling = false;
  let isAskedAgain = false;

  const put = (event: ChatEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const leave = () => {
    isOver = true;
    for (const cancel of cancels) cancel();
  };

  function after(ms: number, act: () => void): () => void {
    const cancel = timers.after(ms, () => {
      cancels.delete(cancel);
      act();
    });
    cancels.add(cancel);
    return () => {
      cancels.delete(cancel);
      cancel();
    };
  }

  async function tell(): Promise<void> {
    if (isTelling) {
      isAskedAgain = true;
      return;
    }
    isTelling = true;
    do {
      isAskedAgain = false;
      if (isOver || response.writableNeedDrain) break;
      const growth = await service.growth(caller, ids.messageId);
      if (isOver) break;
      const delta = takeGrowth(sent, growth, growth.ended !== null);
      if (delta) put({ ...ids, ...delta });
      if (growth.ended === null) continue;
      leave();
      put({ ...ids, delta: '', ...endOf(growth.ended) });
      response.end('data: [DONE]\n\n');
    } while (isAskedAgain);
    isTelling = false;
    if (!isOver && response.writableNeedDrain) watchStuck();
  }

  let stopWatching: (() => void) | undefined;
  function watchStuck(): void {
    stopWatching ??= after(stuckMs, () => response.destroy());
  }

  const next = () => void tell().catch(() => response.destroy());

  function ping(): void {
    after(pingMs, () => {
      void isLive(caller.sessionHash).then((isStillLive) => {
        if (isOver) return;
        if (!isStillLive) return void response.destroy();
        if (!response.writableNeedDrain) response.write(': ping\n\n');
        ping();
      }, next);
    });
  }

  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.once('close', leave);
  response.on('drain', () => {
    stopWatching?.();
    stopWatching = undefined;
    next();
  });
  put({ ...ids, delta: '', conversation, question, answer });
  cancels.add(service.follow(ids.messageId, next));
  ping();
  await tell();
}

function endOf(answer: ChatMessage): Pick<ChatEvent, 'answer' | 'error'> {
  const { error } = answer;
  return { answer, ...(error && { error: { ...error, code: codeOf(error.reason) } }) };
}

/**
 * Moves `sent` to the end of what has come.
 * @param isWhole false while the text may end within a character that has two code units
 * @returns what was not sent before; undefined when there is nothing
 */
function takeGrowth(
  sent: { text: number; reasoning: number },
  { text, reasoning }: { text: string; reasoning: string },
  isWhole: boolean,
): { delta: string; reasoning?: string } | undefined {
  const end = {
    text: isWhole ? text.length : wholeEnd(text),
    reasoning: isWhole ? reasoning.length : wholeEnd(reasoning),
  };
  const delta = text.slice(sent.text, end.text);
  const thought = reasoning.slice(sent.reasoning, end.reasoning);
  if (delta === '' && thought === '') return undefined;
  sent.text = Math.max(sent.text, end.text);
  sent.reasoning = Math.max(sent.reasoning, end.reasoning);
  return { delta, ...(thought === '' ? {} : { reasoning: thought }) };
}

function codeOf(reason: string): number {
  return (errorCatalogue as Record<string, { code: number }>)[reason]?.code ?? errorCatalogue['server.internal'].code;
}
