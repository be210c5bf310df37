import { messageLimit } from '#shared/domain/chat';
import { arithmeticAnswer, isLacking } from './arithmetic/arithmetic.ts';
import { attachmentsAnswer, type KnownPicture, wantsLook } from './attachments.ts';
import { formAnswer } from './form/form-answer.ts';
import { knowledgeBase } from './knowledge.ts';
import { findEntries, knowledgeAnswer, possible } from './knowledge-answer.ts';
import { accountLook } from './own-account.ts';
import { questionsIn } from './questions.ts';
import type { ChatReply } from './reply.ts';
import { type Index, indexOf } from './search.ts';
import { smallTalk } from './small-talk.ts';

/** A task for the reading thread. Of each text, the first 4,000 characters are read. */
export type ReadingTask =
  /** `asked`: the user's messages, oldest first; the last one is the question. */
  { kind: 'answer'; asked: readonly string[]; pictures: readonly KnownPicture[] } | { kind: 'find'; question: string };

/** A reply with its heading, or the index of the account query that produces the reply (`own-account.ts`). */
export type Section = { head: string; reply: ChatReply } | { head: string; look: number };

export interface ReadingResult {
  sections: Section[];
  entryIds: string[];
}

/** Built while the thread starts, so that it does not count against the first question's timeout. */
const index: Index = await indexOf((await knowledgeBase()).entries);

/** Executes a task: answers the question, or finds the entries that match it. */
export function read(task: ReadingTask): ReadingResult {
  if (task.kind === 'answer') return { sections: sectionsOf(task), entryIds: [] };
  const found = findEntries(index, task.question.slice(0, messageLimit));
  return {
    sections: [],
    entryIds: found.filter(({ coverage }) => coverage >= possible).map(({ entry }) => entry.id),
  };
}

function sectionsOf({ asked, pictures }: ReadingTask & { kind: 'answer' }): Section[] {
  const earlier = asked.map((text) => text.slice(0, messageLimit));
  const question = earlier.pop() ?? '';
  const sections: Section[] = [];
  if (pictures.length > 0) sections.push({ head: '', reply: attachmentsAnswer(pictures) });
  if (pictures.length > 0 && wantsLook(question)) return sections;
  for (const head of questionsIn(question)) {
    const look = accountLook(head);
    sections.push(look === undefined ? { head, reply: replyTo(head, earlier) } : { head, look });
  }
  return sections;
}

function replyTo(question: string, earlier: readonly string[]): ChatReply {
  return (
    smallTalk(question) ?? formAnswer(question) ?? sum(question, earlier) ?? knowledgeAnswer(index, question, earlier)
  );
}

/** A calculation; a follow-up question may add or replace a number of the one before: 「砖是 800×800」, 「那损耗 8% 呢」. */
function sum(question: string, earlier: readonly string[]): ChatReply | undefined {
  const alone = arithmeticAnswer(question);
  if (alone && !isLacking(alone)) return alone;
  const last = earlier.at(-1);
  // The new question comes first, because the first of several values for the same quantity is used.
  const together =
    last && /\d|[一二两三四五六七八九十]/.test(question) && arithmeticAnswer(last)
      ? arithmeticAnswer(`${question}，${last}`)
      : undefined;
  return together && !isLacking(together) ? together : (alone ?? together);
}
