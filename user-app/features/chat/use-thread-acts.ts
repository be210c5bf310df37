import { useMemo, useRef } from 'react';
import type { ChatMessage, ChatSend } from '#shared/contract/chat';
import { type Choices, choicesFor, rateMessage, sendChat } from '../../data/chat';
import { history } from '../../lib/router';
import { toastFailure } from '../../lib/toast';
import { askForMissing } from '../../lib/with-login';
import type { ModelChoice } from './composer/use-model';
import type { ThreadActs } from './thread/acts';

interface ActsInput {
  conversationId: string | undefined;
  messages: readonly ChatMessage[];
  choices: Choices;
  onChoices: (choices: Choices) => void;
  choice: ModelChoice;
  openEntry: (entryId: string) => void;
}

/** Acts on the messages of a conversation; the object stays the same. */
export function useThreadActs(input: ActsInput): ThreadActs {
  const latest = useRef(input);
  latest.current = input;
  return useMemo(() => {
    /** Sends once more under a message; what comes is shown as its newest follower. */
    const send = async (wish: ChatSend, under: string | null): Promise<boolean> => {
      const { conversationId, choices, onChoices } = latest.current;
      if (!conversationId) return false;
      const { [under ?? '']: _former, ...others } = choices;
      try {
        await sendChat({ conversationId, ...wish });
        onChoices(others);
        return true;
      } catch (error) {
        if (!askForMissing(error, () => void send(wish, under), '登录后发送')) toastFailure(error);
        return false;
      }
    };
    const modelNow = (): Pick<ChatSend, 'model' | 'deep'> => {
      const { model, isDeep } = latest.current.choice;
      return { ...(model && { model: model.id }), ...(isDeep && { deep: true }) };
    };
    return {
      regenerate: ({ parentId }) => {
        if (parentId) void send({ answerTo: parentId, ...modelNow() }, parentId);
      },
      continueAnswer: ({ messageId, parentId }) => void send({ continues: messageId }, parentId),
      edit: ({ parentId, attachments }, message) => {
        const pictures = attachments.filter(({ url }) => url !== null).map(({ imageId }) => imageId);
        const wish = { message, parentId, ...modelNow(), ...(pictures.length > 0 && { attachments: pictures }) };
        return send(wish, parentId);
      },
      rate: ({ messageId }, rating) => {
        const { conversationId } = latest.current;
        if (conversationId) void rateMessage(conversationId, messageId, rating).catch(toastFailure);
      },
      show: (messageId) => {
        const { messages, choices, onChoices } = latest.current;
        onChoices(choicesFor(messages, messageId, choices));
      },
      openPath: (path) => history.push(path),
      openEntry: (entryId) => latest.current.openEntry(entryId),
    };
  }, []);
}
