import { setTimeout } from 'node:timers/promises';
import { type FaultPoint, faultWords, type StruckFault, withCall } from '../fault-points.ts';
import { type ChatAdapter, ChatFault, type ChatFaultKind, type ChatPart, type ChatRequest } from './port.ts';

const faultKinds = { fail: 'unavailable', limit: 'limit', refuse: 'refused', hang: 'waited' } as const satisfies Record<
  string,
  ChatFaultKind
>;

/** An adapter whose answers meet the faults of `chat.stream`. */
export function withAnswerFaults(adapter: ChatAdapter, draw: FaultPoint<'chat.stream'>): ChatAdapter {
  return withCall(
    adapter,
    'answer',
    (answer) =>
      async function* faulty(request: ChatRequest): AsyncGenerator<ChatPart> {
        const fault = draw();
        if (fault?.kind === 'break') {
          yield* firstHalf(answer(request));
          throw new ChatFault('interrupted', faultWords('chat.stream'));
        }
        if (fault) await strike(fault, request.signal);
        yield* answer(request);
      },
  );
}

/** Waits, and throws where the answer does not begin after that. */
async function strike({ kind, ms }: StruckFault<'chat.stream'>, signal: AbortSignal): Promise<void> {
  if (kind === 'slow' || kind === 'hang')
    await setTimeout(ms, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted());
  if (kind !== 'slow' && kind !== 'break') throw new ChatFault(faultKinds[kind], faultWords('chat.stream'));
}

/** The parts up to the first text, of which half is said. */
async function* firstHalf(parts: AsyncIterable<ChatPart>): AsyncGenerator<ChatPart> {
  for await (const part of parts) {
    if (part.type === 'end') return;
    if (part.type !== 'text') {
      yield part;
      continue;
    }
    const letters = [...part.text];
    yield { ...part, text: letters.slice(0, Math.max(1, letters.length >> 1)).join('') };
    return;
  }
}
