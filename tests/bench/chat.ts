import { benchChatPage } from './chat-page.ts';
import { benchAnswerStreams } from './chat-streams.ts';
import type { Measurement } from './measurement.ts';

/** What of the assistant is measured: `npm run bench -- chat`, or parts of it: `npm run bench -- chat server`. */
const parts: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  server: benchAnswerStreams,
  page: benchChatPage,
};

export async function benchChat(asked: readonly string[] = []): Promise<Measurement[]> {
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  const measurements: Measurement[] = [];
  for (const [name, bench] of Object.entries(parts))
    if (asked.length === 0 || asked.includes(name)) measurements.push(...(await bench()));
  return measurements;
}
