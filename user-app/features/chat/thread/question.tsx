import { memo, useState } from 'react';
import type { ChatMessage } from '#shared/contract/chat';
import { messageLimit } from '#shared/domain/chat';
import { copyText } from '../../../lib/copy-text';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { CopyIcon } from '../../../ui/icons';
import { PencilIcon } from '../icons';
import { type MessagePosition, useThreadActs } from './acts';
import { PictureStrip } from './picture-strip';
import styles from './thread.css';
import { Versions } from './versions';

/** Characters from which on a question is folded. */
const longQuestion = 2000;

interface QuestionProps {
  message: ChatMessage;
  place: MessagePosition;
  /** An answer is being written: nothing can be sent. */
  isHeld: boolean;
}

/** A question, as a quiet card. It can be edited: the former text stays as a version. */
export const Question = memo(function Question({ message, place, isHeld }: QuestionProps) {
  const [isEditing, setEditing] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const isLong = message.text.length > longQuestion;
  if (isEditing) return <Edit message={message} isHeld={isHeld} onDone={() => setEditing(false)} />;
  return (
    <div className={`relative border rounded-card bg-surface ${styles.question}`}>
      <h2 className="visually-hidden">问题</h2>
      <p data-folded={(isLong && !isUnfolded) || undefined}>{message.text}</p>
      {isLong && (
        <Button look="text" onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? '收起' : `展开全部 ${message.text.length} 字`}
        </Button>
      )}
      <PictureStrip label="附图" pictures={message.attachments} />
      <div className={styles.acts}>
        <Versions place={place} noun="问题" />
        <IconButton size="small" label="复制问题" onClick={() => void copyText(message.text)}>
          <CopyIcon size={16} />
        </IconButton>
        <IconButton size="small" label="修改问题" disabled={isHeld} onClick={() => setEditing(true)}>
          <PencilIcon size={16} />
        </IconButton>
      </div>
    </div>
  );
});

interface EditProps {
  message: ChatMessage;
  isHeld: boolean;
  onDone: () => void;
}

function Edit({ message, isHeld, onDone }: EditProps) {
  const { edit } = useThreadActs();
  const [text, setText] = useState(message.text);
  const [isSending, setSending] = useState(false);
  const surplus = text.trim().length - messageLimit;
  const canSend = text.trim() !== '' && surplus <= 0 && !isHeld && !isSending;
  const send = async () => {
    if (!canSend) return;
    setSending(true);
    try {
      if (await edit(message, text.trim())) onDone();
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={`rounded-card bg-surface ${styles.edit}`}>
      <div className={`grid overflow-y-auto ${styles.editGrow}`} data-text={`${text}\n`}>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: whoever presses "change" writes
          autoFocus
          aria-label="修改问题"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.keyCode === 229) return;
            if (event.key === 'Escape') {
              event.stopPropagation();
              onDone();
            }
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              void send();
            }
          }}
        />
      </div>
      <div className={`row gap-8 ${styles.editBar}`}>
        <span>{surplus > 0 ? `多了 ${surplus} 字` : '原来的问题和回答留作另一版'}</span>
        <Button size="small" look="quiet" onClick={onDone}>
          取消
        </Button>
        <Button size="small" disabled={!canSend} onClick={() => void send()}>
          重新发送
        </Button>
      </div>
    </div>
  );
}
