import { benchChatPage } from './chat-page.ts';
import { benchAnswerStreams } from './chat-streams.ts';
import { benchParts } from './parts.ts';

/** Benchmarks of the assistant: `npm run bench -- chat`, or parts of it: `npm run bench -- chat server`. */
export const benchChat = (asked: readonly string[] = []) =>
  benchParts({ server: benchAnswerStreams, page: benchChatPage }, asked);
