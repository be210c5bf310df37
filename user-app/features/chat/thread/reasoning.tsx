import { useEffect, useState } from 'react';
import { BareButton } from '../../../ui/button';
import { ChevronDownIcon } from '../../../ui/icons';
import { ThinkIcon } from '../icons';
import styles from './thread.css';

/** When this tab saw a thought begin and end, ms, by message. */
const seen = new Map<string, { from: number; until?: number }>();

interface ReasoningProps {
  messageId: string;
  text: string;
  /** Still thinking: nothing of the answer has come. */
  isThinking: boolean;
}

/** Reasoning of a model before its answer, folded. Its duration is shown when this tab watched it. */
export function Reasoning({ messageId, text, isThinking }: ReasoningProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const known = seen.get(messageId);
    if (isThinking && !known) seen.set(messageId, { from: performance.now() });
    else if (!isThinking && known && known.until === undefined) known.until = performance.now();
  }, [messageId, isThinking]);
  const watched = seen.get(messageId);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isThinking) return;
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [isThinking]);
  if (text === '') return null;
  const seconds = watched && Math.max(1, Math.round(((watched.until ?? now) - watched.from) / 1000));
  const words = isThinking ? '正在思考' : '已思考';
  return (
    <div className={`mb-12 text-second text-13 ${styles.reasoning}`}>
      <BareButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ThinkIcon size={16} />
        {words}
        {seconds !== undefined && <span className="tabular"> {seconds} 秒</span>}
        <ChevronDownIcon size={14} />
      </BareButton>
      {isOpen && <p>{text}</p>}
    </div>
  );
}
