import { memo } from 'react';
import type { ChatMessage } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';
import { copyText } from '../../../lib/copy-text';
import { IconButton } from '../../../ui/icon-button';
import { CopyIcon, RetryIcon } from '../../../ui/icons';
import { Markdown } from '../../../ui/markdown/markdown';
import { DownIcon, UpIcon } from '../icons';
import { type MessagePosition, useThreadActs } from './acts';
import { AnswerState } from './answer-state';
import { PictureStrip } from './picture-strip';
import { Reasoning } from './reasoning';
import { Sources } from './sources';
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
