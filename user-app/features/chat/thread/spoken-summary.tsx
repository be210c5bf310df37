import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';

const endWords = {
  done: '回答完毕',
  stopped: '已停止',
  interrupted: '回答中断',
  failed: '没有收到回答',
} as const;

/** Without the marks of Markdown, which screen readers would spell. */
const withoutMarks = (markdown: string) =>
  markdown
    .replaceAll(/```[\s\S]*?(?:```|$)/g, '（代码）')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>|$]+|^\s*[-+]\s/gm, '');

/** Index after the last whole sentence. */
const sentenceEnd = (text: string) => Math.max(...['。', '！', '？', '\n'].map((mark) => text.lastIndexOf(mark))) + 1;

function endingOf(state: keyof typeof endWords, text: string): string {
  const rest = state === 'done' ? withoutMarks(text.slice(text.lastIndexOf('\n') + 1)).trim() : '';
  return rest ? `${rest} ${endWords[state]}` : endWords[state];
}

/** Tells screen readers of an answer: whole sentences while it grows, and how it ended. */
export function SpokenSummary({ message }: { message: ChatMessage | undefined }) {
  const [said, setSaid] = useState('');
  const heard = useRef<{ id: string; length: number }>();
  useEffect(() => {
    if (message?.role !== 'assistant') return;
    const { messageId, text, state } = message;
    const told = heard.current?.id === messageId ? heard.current : undefined;
    if (!isRunning(state)) {
      if (!told) return;
      heard.current = undefined;
      setSaid(endingOf(state, text));
      return;
    }
    const from = told?.length ?? 0;
    const end = sentenceEnd(text);
    if (told && end <= from) return;
    if (!told) setSaid('正在回答');
    heard.current = { id: messageId, length: Math.max(from, end) };
    const words = withoutMarks(text.slice(from, end)).trim();
    if (words) setSaid(words);
  }, [message]);
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  );
}
