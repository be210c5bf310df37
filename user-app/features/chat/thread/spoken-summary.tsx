import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';

const endWords = {
  done: '回答完毕',
  stopped: '已停止',
  interrupted: '回答中断',
  failed: '没有收到回答',
} as const;

/** What screen readers would stumble over. */
const withoutMarks = (markdown: string) =>
  markdown
    .replaceAll(/```[\s\S]*?(?:```|$)/g, '（代码）')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>|$]+|^\s*[-+]\s/gm, '');

/** Tells whoever listens what comes: whole sentences while an answer grows, and how it ended. */
export function SpokenSummary({ message }: { message: ChatMessage | undefined }) {
  const [said, setSaid] = useState('');
  const heard = useRef<{ id: string; length: number }>();
  useEffect(() => {
    if (message?.role !== 'assistant') return;
    const { messageId, text, state } = message;
    const isKnown = heard.current?.id === messageId;
    if (isRunning(state)) {
      const from = isKnown ? (heard.current?.length ?? 0) : 0;
      const end = Math.max(...['。', '！', '？', '\n'].map((mark) => text.lastIndexOf(mark))) + 1;
      if (!isKnown) setSaid('正在回答');
      if (!isKnown || end > from) {
        heard.current = { id: messageId, length: Math.max(from, end) };
        const words = withoutMarks(text.slice(from, end)).trim();
        if (words) setSaid(words);
      }
    } else if (isKnown) {
      heard.current = undefined;
      const rest = state === 'done' ? withoutMarks(text.slice(text.lastIndexOf('\n') + 1)).trim() : '';
      setSaid(rest ? `${rest} ${endWords[state]}` : endWords[state]);
    }
  }, [message]);
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  );
}
