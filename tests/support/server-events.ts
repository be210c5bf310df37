import type { Task } from '#shared/contract/task';
import type { Visitor } from './server-visitor.ts';

export interface TaskEvent {
  id: number;
  task: Task;
}

/** An open stream of task events. */
export interface TaskStream {
  response: Response;
  /** Everything that came so far. */
  readonly events: readonly TaskEvent[];
  /** The rest of the text that was no task event: comments, `retry`, `shutdown`. */
  readonly other: readonly string[];
  /** Resolves once an event came, now or earlier, that is like this. */
  until(isWanted: (event: TaskEvent) => boolean): Promise<TaskEvent>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens `/api/ai/taskEvents`, resuming after an event id if one is given. */
export async function openTaskStream(visitor: Visitor, lastEventId?: number): Promise<TaskStream> {
  const stop = new AbortController();
  const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const response = await visitor.fetch('/api/ai/taskEvents', { headers, signal: stop.signal });
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
  const body = response.body;
  const events: TaskEvent[] = [];
  const other: string[] = [];
  let lookers: Array<() => void> = [];

  async function read(): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) take(block);
      const waiting = lookers;
      lookers = [];
      for (const look of waiting) look();
    }
  }

  function take(block: string): void {
    const match = /^id: (\d+)\nevent: task\ndata: (.+)$/.exec(block);
    if (match) events.push({ id: Number(match[1]), task: JSON.parse(match[2] ?? '') as Task });
    else other.push(block);
  }

  const ended = read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return {
    response,
    events,
    other,
    ended,
    async until(isWanted) {
      for (;;) {
        const found = events.find(isWanted);
        if (found) return found;
        await new Promise<void>((resolve, reject) => {
          lookers.push(resolve);
          ended.then(() => reject(new Error('the stream ended before such an event came')), reject);
        });
      }
    },
    close: () => stop.abort(),
  };
}
