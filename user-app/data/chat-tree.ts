import type { ChatMessage } from '#shared/contract/chat';

/** Which version is shown, by the id of the message they follow (`''` for first questions). */
export type Choices = Readonly<Record<string, string>>;

const underOf = ({ parentId }: Pick<ChatMessage, 'parentId'>) => parentId ?? '';

/** Messages by what they follow, in the order they were written. */
function childrenOf(messages: readonly ChatMessage[]): Map<string, ChatMessage[]> {
  const children = new Map<string, ChatMessage[]>();
  for (const message of messages) {
    const versions = children.get(underOf(message));
    if (versions) versions.push(message);
    else children.set(underOf(message), [message]);
  }
  return children;
}

/**
 * The conversation as it is read: at every message that has several followers the chosen one, else the newest.
 * @param messages in the order they were written
 */
export function pathOf(messages: readonly ChatMessage[], choices: Choices = {}): ChatMessage[] {
  const children = childrenOf(messages);
  const path: ChatMessage[] = [];
  for (let under = ''; path.length <= messages.length; ) {
    const versions = children.get(under);
    const next = versions?.find(({ messageId }) => messageId === choices[under]) ?? versions?.at(-1);
    if (!next) break;
    path.push(next);
    under = next.messageId;
  }
  return path;
}

/** All versions of a message, itself among them, in the order they were written. */
export function siblingsOf(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  return messages.filter((other) => underOf(other) === underOf(message) && other.role === message.role);
}

/** The choices that show a message, beside those that were made. */
export function choicesFor(messages: readonly ChatMessage[], messageId: string, choices: Choices = {}): Choices {
  const known = new Map(messages.map((message) => [message.messageId, message]));
  const next: Record<string, string> = { ...choices };
  for (let at = known.get(messageId); at; at = at.parentId === null ? undefined : known.get(at.parentId)) {
    next[underOf(at)] = at.messageId;
  }
  return next;
}
