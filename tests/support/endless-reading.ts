import type { ReadingResult, ReadingTask } from '../../mock-server/adapters/chat/offline/reading.ts';

/** Reads as the thread of the offline assistant does, but for a question that it never ends with. */
export function read(task: ReadingTask): ReadingResult {
  const question = task.kind === 'answer' ? (task.asked.at(-1) ?? '') : task.kind === 'find' ? task.question : '';
  while (question === '读不完');
  return { sections: [{ head: question, reply: { blocks: ['读完了'] } }], entryIds: [] };
}
