import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { ChatMessage } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';
import { Button } from '../../../ui/button';
import { ChevronDownIcon } from '../../../ui/icons';
import type { MessagePosition } from './acts';
import { Answer } from './answer';
import { Question } from './question';
import { SpokenSummary } from './spoken-summary';
import styles from './thread.css';
import { useMessageWindow } from './use-message-window';

interface ThreadProps {
  conversationId: string;
  /** All versions. */
  messages: readonly ChatMessage[];
  /** The messages that are shown, in their order. */
  path: readonly ChatMessage[];
}

/** The messages of a conversation; of a long one those around the view. */
export function Thread({ conversationId, messages, path }: ThreadProps) {
  const names = path.map(({ messageId }) => messageId).join(' ');
  const ids = useMemo(() => (names === '' ? [] : names.split(' ')), [names]);
  const { scroller, rows, first, end, above, below, ...view } = useMessageWindow(conversationId, ids);
  const places = usePlaces(messages);
  const isHeld = messages.some(({ state }) => isRunning(state));
  useAnswerInView(path.at(-1), view.toEnd);
  return (
    <>
      <div className={`flex relative flex-1 min-h-0 ${styles.frame}`}>
        <div
          ref={scroller}
          role="region"
          className={`flex-1 min-w-0 overflow-y-auto ${styles.scroller}`}
          aria-label="对话"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keys as well
          tabIndex={0}
          onScroll={view.onScroll}
        >
          <div style={{ height: above }} />
          <div ref={rows} className={styles.rows}>
            {path.slice(first, end).map((message) => (
              <div key={message.messageId} data-row={message.messageId} data-role={message.role}>
                <Row message={message} place={places.get(message.messageId) ?? alone} isHeld={isHeld} />
              </div>
            ))}
          </div>
          <div style={{ height: below }} />
        </div>
        {!view.isAtEnd && (
          <Button size="small" className={styles.toEnd} onClick={view.toEnd}>
            <ChevronDownIcon size={14} />
            {view.hasNews ? '有新内容，回到底部' : '回到底部'}
          </Button>
        )}
      </div>
      <SpokenSummary message={path.at(-1)} />
    </>
  );
}

const alone: MessagePosition = { at: 1, of: 1, before: undefined, after: undefined };

interface RowProps {
  message: ChatMessage;
  place: MessagePosition;
  isHeld: boolean;
}

const Row = memo(function Row(props: RowProps) {
  return props.message.role === 'user' ? <Question {...props} /> : <Answer {...props} />;
});

/** Scrolls to a new answer for its sender; an answer that was asked for in another tab moves nothing. */
function useAnswerInView(last: ChatMessage | undefined, show: () => void) {
  const known = useRef(last?.messageId);
  useLayoutEffect(() => {
    if (!last || last.messageId === known.current) return;
    known.current = last.messageId;
    if (isRunning(last.state) && document.hasFocus()) show();
  }, [last, show]);
}

/** Position of each message among its versions; the same objects as long as the versions are the same. */
function usePlaces(messages: readonly ChatMessage[]): ReadonlyMap<string, MessagePosition> {
  const shape = messages.map(({ messageId, parentId }) => `${messageId}<${parentId ?? ''}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape of the tree says it all
  return useMemo(() => {
    const places = new Map<string, MessagePosition>();
    const byPlace = new Map<string, ChatMessage[]>();
    for (const message of messages) {
      const key = `${message.parentId ?? ''} ${message.role}`;
      const versions = byPlace.get(key);
      if (versions) versions.push(message);
      else byPlace.set(key, [message]);
    }
    for (const versions of byPlace.values()) {
      versions.forEach(({ messageId }, place) => {
        places.set(messageId, {
          ...{ at: place + 1, of: versions.length },
          ...{ before: versions[place - 1]?.messageId, after: versions[place + 1]?.messageId },
        });
      });
    }
    return places;
  }, [shape]);
}
