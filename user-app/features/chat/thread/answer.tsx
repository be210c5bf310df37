import { memo, useEffect, useState } from 'react';
import type { ChatMessage, ChatSource } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';
import { type AnswerFault, useAnswerFault } from '../../../data/chat';
import { useOffline } from '../../../lib/connection';
import { copyText } from '../../../lib/copy-text';
import { BareButton, Button } from '../../../ui/button';
import { chipLook } from '../../../ui/chip';
import { IconButton } from '../../../ui/icon-button';
import { ChevronDownIcon, CopyIcon, DocumentIcon, RetryIcon } from '../../../ui/icons';
import { addressOf } from '../../../ui/markdown/address';
import { Markdown } from '../../../ui/markdown/markdown';
import { DownIcon, ThinkIcon, UpIcon } from '../icons';
import { type MessagePosition, useThreadActs } from './acts';
import { PictureStrip } from './picture-strip';
import styles from './thread.css';
import { ToolCards } from './tool-cards';
import { Versions } from './versions';

interface AnswerProps {
  message: ChatMessage;
  place: MessagePosition;
  /** An answer is being written: nothing can be sent. */
  isHeld: boolean;
}

/** An answer as text, with what it rests on, what it offers and what can be done with it. */
export const Answer = memo(function Answer({ message, place, isHeld }: AnswerProps) {
  const { messageId, text, reasoning, state, sources, cards, pictures } = message;
  const { openPath } = useThreadActs();
  const isGrowing = isRunning(state);
  return (
    <article className={styles.answer} aria-busy={isGrowing}>
      <h2 className="visually-hidden">回答</h2>
      <Reasoning messageId={messageId} text={reasoning} isThinking={isGrowing && text === ''} />
      {isGrowing && text === '' && reasoning === '' && (
        <p className={`row gap-4 ${styles.waiting}`}>
          <span aria-hidden="true" />
          <span aria-hidden="true" />
          <span aria-hidden="true" />
          {state === 'queued' && <em>排队中</em>}
        </p>
      )}
      <Markdown text={text} isGrowing={isGrowing} onPath={openPath} />
      <PictureStrip label="图片" pictures={pictures} />
      <ToolCards messageId={messageId} cards={cards} />
      <AnswerState message={message} isHeld={isHeld} />
      <Sources sources={sources} />
      {!isGrowing && <AnswerActs message={message} place={place} isHeld={isHeld} />}
    </article>
  );
});

function AnswerActs({ message, place, isHeld }: AnswerProps) {
  const { text, rating, modelTitle, isDeep, cost } = message;
  const { regenerate, rate } = useThreadActs();
  const told = [modelTitle, isDeep && '深度思考', cost > 0 && `${cost} 张对话券`].filter(Boolean).join(' · ');
  return (
    <div className={styles.acts}>
      <Versions place={place} noun="回答" />
      {text !== '' && (
        <IconButton size="small" label="复制回答" onClick={() => void copyText(text, '回答已复制（Markdown）')}>
          <CopyIcon size={16} />
        </IconButton>
      )}
      {text !== '' && (
        <>
          <IconButton size="small" label="重新生成" disabled={isHeld} onClick={() => regenerate(message)}>
            <RetryIcon size={16} />
          </IconButton>
          <IconButton
            size="small"
            label="有用"
            aria-pressed={rating === 'up'}
            onClick={() => rate(message, rating === 'up' ? null : 'up')}
          >
            <UpIcon size={16} />
          </IconButton>
          <IconButton
            size="small"
            label="没用"
            aria-pressed={rating === 'down'}
            onClick={() => rate(message, rating === 'down' ? null : 'down')}
          >
            <DownIcon size={16} />
          </IconButton>
        </>
      )}
      {told && <span className={`text-second text-12 ${styles.told}`}>{told}</span>}
    </div>
  );
}

const interruptedWords = '连接中断，回答可能不完整';

/** Words for the state of an answer that is not complete. */
function wordsFor(message: ChatMessage, fault: AnswerFault | undefined, isOffline: boolean) {
  const { state, error } = message;
  if (isRunning(state)) {
    if (isOffline || fault === 'network') return { look: 'warning', words: '网络已断开，恢复后接着显示' } as const;
    if (fault) return { look: 'warning', words: `${interruptedWords}，正在向服务器核对` } as const;
    return undefined;
  }
  if (state === 'stopped') return { look: 'quiet', words: '已停止' } as const;
  if (state === 'interrupted') return { look: 'warning', words: error?.message ?? interruptedWords } as const;
  if (state === 'failed') return { look: 'danger', words: error?.message ?? '没有收到回答' } as const;
  return undefined;
}

/** The line under an answer that is not whole, with the ways on. */
function AnswerState({ message, isHeld }: { message: ChatMessage; isHeld: boolean }) {
  const { regenerate, continueAnswer } = useThreadActs();
  const told = wordsFor(message, useAnswerFault(message.messageId), useOffline());
  if (!told) return null;
  const { state, canContinue } = message;
  return (
    <div className={`row flex-wrap gap-8 mt-12 text-second text-13 ${styles.state}`} data-look={told.look}>
      <span>{told.words}</span>
      {canContinue && !isRunning(state) && (
        <Button size="small" disabled={isHeld} onClick={() => continueAnswer(message)}>
          继续生成
        </Button>
      )}
      {(state === 'interrupted' || state === 'failed') && (
        <Button size="small" disabled={isHeld} onClick={() => regenerate(message)}>
          {message.text === '' ? '重试' : '重新生成'}
        </Button>
      )}
    </div>
  );
}

/** When this tab saw a thought begin and end, ms, by message. */
const seen = new Map<string, { from: number; until?: number }>();

interface ReasoningProps {
  messageId: string;
  text: string;
  /** Still thinking: nothing of the answer has come. */
  isThinking: boolean;
}

/** Reasoning of a model before its answer, folded. Its duration is shown when this tab watched it. */
function Reasoning({ messageId, text, isThinking }: ReasoningProps) {
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

/** Sources of an answer: entries open here, pages of the product in place, pages of the web in a new tab. */
function Sources({ sources }: { sources: readonly ChatSource[] }) {
  if (sources.length === 0) return null;
  return (
    <section aria-label="出处" className={`flex items-baseline gap-8 mt-16 ${styles.sources}`}>
      <span>出处</span>
      <ul>
        {sources.map((source) => (
          <li key={`${source.entryId ?? source.to ?? source.url}${source.title}`}>
            <Source source={source} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Source({ source: { title, entryId, to, url } }: { source: ChatSource }) {
  const { openEntry, openPath } = useThreadActs();
  const address = addressOf(to ?? url ?? '', window.location.origin);
  const label = (
    <>
      <DocumentIcon size={14} />
      <span>{title}</span>
    </>
  );
  if (entryId !== null) {
    return (
      <BareButton className={chipLook()} onClick={() => openEntry(entryId)}>
        {label}
      </BareButton>
    );
  }
  if (address?.kind === 'inside') {
    return (
      <BareButton role="link" className={chipLook()} onClick={() => openPath(address.path)}>
        {label}
      </BareButton>
    );
  }
  if (!address) return <span className={chipLook()}>{label}</span>;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" className={chipLook()}>
      {label}
    </a>
  );
}
