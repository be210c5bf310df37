import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatMessage, ChatSend, Conversation } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';
import {
  type Choices,
  choicesFor,
  pathOf,
  rateMessage,
  sendChat,
  stopChat,
  useConversation,
  useConversations,
} from '../../data/chat';
import { useTickets } from '../../data/ticket';
import { useCurrentUser } from '../../data/user';
import { history, useSearchParams } from '../../lib/router';
import { toastFailure } from '../../lib/toast';
import { askForMissing } from '../../lib/with-login';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { IconButton, iconButtonLook } from '../../ui/icon-button';
import { ChatIcon, MoreIcon } from '../../ui/icons';
import { Menu } from '../../ui/menu';
import { Waiting } from '../../ui/waiting';
import styles from './chat-screen.css';
import { Composer, type Question } from './composer/composer';
import { useDraft, visitor } from './composer/use-draft';
import { type ModelChoice, useModel } from './composer/use-model';
import { Conversations } from './conversations/conversations';
import { useConversationActs } from './conversations/use-conversation-acts';
import { EntryDialog } from './entry-dialog';
import { NewIcon } from './icons';
import { Opening } from './opening';
import { type ThreadActs, ThreadActsProvider } from './thread/acts';
import { Thread } from './thread/thread';

const noChoices: Choices = {};
const noMessages: never[] = [];

/** The assistant: conversations at the left, one column of questions and answers, the composer under it. */
export function ChatScreen() {
  const { user } = useCurrentUser();
  const account = user?.userId;
  const isLoggedIn = account !== undefined;
  const { conversationId, entryId, openConversation, openEntry } = useChatAddress();
  const [keyword, setKeyword] = useState('');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const list = useConversations(account, keyword);
  const opened = useConversation(account, conversationId);
  const { detail } = opened;
  const tickets = useTickets(isLoggedIn);
  const choice = useModel();
  const written = useDraft(account ?? visitor, conversationId);

  const messages = detail?.messages ?? noMessages;
  const { chosen, choose, path } = useChosenPath(conversationId, messages);
  const leaf = path.at(-1);
  const running = messages.findLast(({ state }) => isRunning(state));

  const threadActs = useThreadActs({
    conversationId,
    messages,
    choices: chosen,
    onChoices: choose,
    choice,
    openEntry,
  });
  const { actsOf, shown } = useConversationActs({
    openId: conversationId,
    leafId: leaf?.messageId,
    onOpen: openConversation,
  });

  const send = useSend(conversationId, leaf?.messageId, openConversation);
  const stop = () => {
    if (running) void stopChat(running.messageId).catch(toastFailure);
  };

  const main = useRef<HTMLDivElement>(null);
  const write = () => main.current?.querySelector<HTMLTextAreaElement>('textarea[aria-label="问题"]')?.focus();
  useEscape(stop);

  const open = (id: string | undefined) => {
    setDrawerOpen(false);
    openConversation(id);
    if (id === undefined) requestAnimationFrame(() => requestAnimationFrame(write));
  };
  const panel = (
    <Conversations
      {...{ list, isLoggedIn, keyword, openId: conversationId, actsOf }}
      onKeyword={setKeyword}
      onOpen={open}
      onNew={() => open(undefined)}
    />
  );
  const isGone = conversationId !== undefined && opened.error !== undefined && !detail;

  return (
    <div className={`grid flex-none ${styles.screen}`}>
      <nav className={`min-h-0 ${styles.side}`} aria-label="会话">
        {panel}
      </nav>
      <div ref={main} className="stack min-w-0 min-h-0">
        <Head
          conversation={detail?.conversation}
          actsOf={actsOf}
          onDrawer={() => setDrawerOpen(true)}
          onNew={() => open(undefined)}
        />
        <Content
          isNew={conversationId === undefined || !isLoggedIn}
          opened={opened}
          onStart={(text) => {
            written.change((draft) => ({ ...draft, text }));
            write();
          }}
          onNew={() => open(undefined)}
        >
          {conversationId && detail && (
            <ThreadActsProvider value={threadActs}>
              <Thread conversationId={conversationId} messages={messages} path={path} />
            </ThreadActsProvider>
          )}
        </Content>
        {!isGone && (
          <div className={`flex-none w-full ${styles.foot}`}>
            <Composer
              {...{ written, isLoggedIn, choice }}
              ticketsLeft={isLoggedIn ? tickets.data?.gpt : undefined}
              isAnswering={running !== undefined}
              onStop={stop}
              onSend={send}
            />
            <p className={`text-second text-12 text-center ${styles.honest}`}>
              回答可能有误，规范条文和数值以原文为准。
            </p>
          </div>
        )}
      </div>
      {isDrawerOpen && (
        <Dialog title="会话" place="start" onClose={() => setDrawerOpen(false)}>
          <div className={styles.drawer}>{panel}</div>
        </Dialog>
      )}
      {entryId && (
        <EntryDialog entryId={entryId} onPath={(to) => history.push(to)} onClose={() => openEntry(undefined)} />
      )}
      {shown}
    </div>
  );
}

/** The path through the versions of questions and answers, by the versions that were chosen in this conversation. */
function useChosenPath(conversationId: string | undefined, messages: readonly ChatMessage[]) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choices>>>({});
  const chosen = choices[conversationId ?? ''] ?? noChoices;
  const path = useMemo(() => pathOf(messages, chosen), [messages, chosen]);
  return { chosen, choose: (next: Choices) => setChoices((all) => ({ ...all, [conversationId ?? '']: next })), path };
}

/** Sends questions under the last message; the first one of a conversation opens it, unless another is shown by then. */
function useSend(
  conversationId: string | undefined,
  leafId: string | undefined,
  openConversation: ReturnType<typeof useChatAddress>['openConversation'],
) {
  const shownId = useRef(conversationId);
  shownId.current = conversationId;
  return async (question: Question) => {
    const target = conversationId ? { conversationId, parentId: leafId ?? null } : {};
    const sent = await sendChat({ ...question, ...target });
    if (shownId.current === conversationId && conversationId === undefined)
      openConversation(sent.conversationId, false);
  };
}

/** Escape anywhere stops the answer, unless a dialog, a menu or a text box has the key for itself. */
function useEscape(stop: () => void): void {
  const latest = useRef(stop);
  latest.current = stop;
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (!(event.target as Element).closest('[aria-expanded="true"], [role="menu"], textarea')) latest.current();
    };
    window.addEventListener('keydown', onEscape);
    return () => window.removeEventListener('keydown', onEscape);
  }, []);
}

interface ContentProps {
  isNew: boolean;
  opened: ReturnType<typeof useConversation>;
  onStart: (text: string) => void;
  onNew: () => void;
  /** The thread of the conversation, once it is read. */
  children: ReactNode;
}

function Content({ isNew, opened: { detail, error, isLoading, reload }, onStart, onNew, children }: ContentProps) {
  if (isNew) return <Opening onStart={onStart} />;
  if (detail) return children;
  if (error)
    return (
      <EmptyState drawing="broken" title="没有读到这个会话" text={error.message}>
        <Button onClick={reload}>重试</Button>
        <Button onClick={onNew}>新对话</Button>
      </EmptyState>
    );
  return (
    <div className={`flex-1 w-full p-24 ${styles.reading}`}>
      {isLoading && <Waiting label="正在读取会话" rows={3} height={96} />}
    </div>
  );
}

interface HeadProps {
  conversation: Conversation | undefined;
  actsOf: ReturnType<typeof useConversationActs>['actsOf'];
  onDrawer: () => void;
  onNew: () => void;
}

function Head({ conversation, actsOf, onDrawer, onNew }: HeadProps) {
  return (
    <header className={`row flex-none justify-between gap-8 ${styles.head}`}>
      <IconButton label="会话" className={styles.drawerButton} onClick={onDrawer}>
        <ChatIcon size={20} />
      </IconButton>
      {conversation ? <h1>{conversation.title}</h1> : <p className={styles.name}>AI 助手</p>}
      <IconButton label="新对话" className={styles.drawerButton} onClick={onNew}>
        <NewIcon size={20} />
      </IconButton>
      {conversation && (
        <Menu
          align="end"
          label="这个会话的操作"
          triggerClassName={iconButtonLook()}
          trigger={<MoreIcon size={20} />}
          acts={actsOf(conversation)}
        />
      )}
    </header>
  );
}

/** Which conversation and which entry are open, in the address: a reload and the way back keep them. */
function useChatAddress() {
  const [query] = useSearchParams();
  const go = useCallback((change: Readonly<Record<string, string | undefined>>, isStep: boolean) => {
    const { pathname, search } = window.location;
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    const target = { pathname, search: next.size > 0 ? `?${next}` : '' };
    if (isStep) history.push(target);
    else history.replace(target);
  }, []);
  return {
    conversationId: query.get('c') ?? undefined,
    entryId: query.get('entry') ?? undefined,
    /** Without an id: a conversation that is not begun. */
    openConversation: useCallback((c: string | undefined, isStep = true) => go({ c, entry: undefined }, isStep), [go]),
    openEntry: useCallback((entry: string | undefined) => go({ entry }, false), [go]),
  };
}

interface ActsInput {
  conversationId: string | undefined;
  messages: readonly ChatMessage[];
  choices: Choices;
  onChoices: (choices: Choices) => void;
  choice: ModelChoice;
  openEntry: (entryId: string) => void;
}

/** Acts on the messages of a conversation; the object stays the same. */
function useThreadActs(input: ActsInput): ThreadActs {
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
