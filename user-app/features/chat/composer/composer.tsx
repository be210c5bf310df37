import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import type { ChatSend } from '#shared/contract/chat';
import { attachmentLimit, chatCost, messageLimit } from '#shared/domain/chat';
import { failureWords } from '#shared/domain/failure-words';
import { formatNumber } from '#shared/domain/format';
import { openLogin } from '../../../lib/app-store';
import { usePicturePicker } from '../../../lib/picture-picker';
import { openOffer } from '../../../lib/shop-store';
import { askForMissing } from '../../../lib/with-login';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Menu } from '../../../ui/menu';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import { useDropTarget, useFilesOnPage } from '../../../ui/use-drop-target';
import { PictureIcon, SendIcon, StopIcon, ThinkIcon } from '../icons';
import { AttachmentStrip } from './attachment-strip';
import styles from './composer.css';
import { type DraftPicture, emptyDraft } from './drafts';
import { ModelButton } from './model-button';
import { useAttachments } from './use-attachments';
import type { useDraft } from './use-draft';
import type { ModelChoice } from './use-model';

export type Question = Pick<ChatSend, 'message' | 'attachments' | 'model' | 'deep'>;

interface ComposerProps {
  written: ReturnType<typeof useDraft>;
  isLoggedIn: boolean;
  choice: ModelChoice;
  /** Tickets of kind `gpt`; undefined while not known. */
  ticketsLeft: number | undefined;
  /** An answer of this conversation is being written. */
  isAnswering: boolean;
  onStop: () => void;
  /** Rejects where the question was not taken. */
  onSend: (question: Question) => Promise<void>;
}

/** The box that questions are written in. Enter sends, Shift and Enter begins a line, Escape stops the answer. */
export function Composer(props: ComposerProps) {
  const { written, isLoggedIn, choice, ticketsLeft, isAnswering, onStop } = props;
  const { name, draft, change } = written;
  const { model, isDeep } = choice;
  const attachments = useAttachments({ name, draft, isLoggedIn, change });

  const pictureCount = draft.pictures.length + attachments.waiting.length;
  const cost = model ? chatCost(model.isPriced, { isDeep, attachments: pictureCount }) : 0;
  const surplus = draft.text.length - messageLimit;
  const isEmpty = draft.text.trim() === '';
  const isFull = pictureCount >= attachmentLimit;

  const { submit, isSending, problem } = useSubmit(props, attachments, cost);

  const byKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Safari tells that an input method is at work by the code alone: its Enter comes after the end of the word.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape' && isAnswering) onStop();
    if (!isSendKey(event)) return;
    event.preventDefault();
    submit();
  };

  const takeFiles = (files: readonly File[]) => void attachments.addFiles(files);
  useFilesOnPage((files) => {
    takeFiles(files);
    return true;
  });
  const drop = useDropTarget(takeFiles);

  const removal = useRemoval(written);

  return (
    <section
      className={`border rounded-card bg-surface ${styles.composer}`}
      aria-label="写问题"
      data-over={drop.isOver || undefined}
      {...drop.handlers}
    >
      {problem && (
        <p role="alert" className={`flex flex-wrap gap-8 text-danger text-13 ${styles.problem}`}>
          <span>{problem}</span>
          <Button look="text" onClick={submit}>
            重试
          </Button>
        </p>
      )}
      <AttachmentStrip
        pictures={draft.pictures}
        waiting={attachments.waiting}
        onRemove={removal.remove}
        onCancel={attachments.cancel}
        onRetry={(picture) => void attachments.retry(picture)}
      />
      <div className={`grid overflow-y-auto ${styles.grow}`} data-text={`${draft.text}\n`}>
        <textarea
          rows={1}
          aria-label="问题"
          aria-describedby="chat-cost"
          aria-invalid={surplus > 0 || undefined}
          placeholder="问材料、规范用语、面积和用量，或让它写一段描述"
          value={draft.text}
          onChange={(event) => change((draft) => ({ ...draft, text: event.target.value }))}
          onKeyDown={byKey}
        />
      </div>
      <div className={`row flex-wrap gap-8 ${styles.bar}`}>
        <AttachMenu
          isLoggedIn={isLoggedIn}
          roomLeft={attachmentLimit - pictureCount}
          onFiles={takeFiles}
          onOwn={attachments.addOwn}
        />
        <ModelButton choice={choice} />
        {model?.canThinkDeeply && (
          <Button
            size="small"
            look="quiet"
            className={styles.think}
            aria-pressed={isDeep}
            onClick={() => choice.chooseDeep(!isDeep)}
          >
            <ThinkIcon size={16} />
            深度思考
          </Button>
        )}
        <span className="flex-1" />
        <TextCount length={draft.text.length} />
        <span id="chat-cost" className={`text-second text-12 tabular ${styles.cost}`}>
          {model && costWords(model, cost, ticketsLeft)}
        </span>
        <SendButton
          isAnswering={isAnswering}
          isDisabled={isEmpty || surplus > 0 || isSending}
          onStop={onStop}
          onSend={submit}
        />
      </div>
      <UndoBar undo={isFull ? undefined : removal.undo} isRaised onUndo={removal.takeBack} onClose={removal.dismiss} />
    </section>
  );
}

function costWords(model: NonNullable<ModelChoice['model']>, cost: number, left: number | undefined): string {
  if (cost === 0) return model.isOffline ? `${model.title} · 免费` : '免费';
  return `本次 ${cost} 张对话券${left === undefined ? '' : `，剩 ${formatNumber(left)} 张`}`;
}

type Attachments = ReturnType<typeof useAttachments>;

/** Sends the question, after a login or a purchase of tickets where one is missing; what was sent leaves the draft. */
function useSubmit(props: ComposerProps, attachments: Attachments, cost: number) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const latest = useRef({ ...props, cost, attachments });
  latest.current = { ...props, cost, attachments };
  const isBusy = useRef(false);

  const submit = async (isLoginOver = false): Promise<void> => {
    const { written, isLoggedIn, ticketsLeft, cost, onSend } = latest.current;
    const message = written.draft.text.trim();
    if (isBusy.current || latest.current.isAnswering || message === '' || message.length > messageLimit) return;
    const again = () => void submit(true);
    if (!isLoggedIn && !isLoginOver) {
      openLogin({ reason: '登录后发送', after: again });
      return;
    }
    if (ticketsLeft !== undefined && cost > ticketsLeft) {
      openOffer({ want: { tickets: 'gpt' }, shortage: { needed: cost, left: ticketsLeft }, after: again });
      return;
    }
    isBusy.current = true;
    setSending(true);
    setProblem('');
    try {
      const pictures = await latest.current.attachments.ready();
      if (!pictures) return;
      await onSend(questionOf(message, pictures, latest.current.choice));
      for (const sent of new Set([written.name, latest.current.written.name])) written.change(() => emptyDraft, sent);
    } catch (error) {
      if (!askForMissing(error, again, '登录后发送')) setProblem(failureWords(error, '没有发出，请重试'));
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  };

  const { name } = props.written;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation has other faults
  useEffect(() => setProblem(''), [name]);

  return { submit: () => void submit(), isSending, problem };
}

function questionOf(message: string, pictures: readonly DraftPicture[], { model, isDeep }: ModelChoice): Question {
  return {
    message,
    ...(pictures.length > 0 && { attachments: pictures.map(({ imageId }) => imageId) }),
    ...(model && { model: model.id }),
    ...(isDeep && { deep: true }),
  };
}

/** Enter alone sends, but not on touch keyboards, which have no Shift and Enter for a new line. */
function isSendKey({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return (
    key === 'Enter' && !shiftKey && !ctrlKey && !altKey && !metaKey && !window.matchMedia('(pointer: coarse)').matches
  );
}

/** Takes pictures out of the draft, which can be undone. */
function useRemoval({ name, draft, change }: ComposerProps['written']) {
  const undo = useUndo();
  const remove = (imageId: string) => {
    const index = draft.pictures.findIndex((picture) => picture.imageId === imageId);
    const picture = draft.pictures[index];
    if (!picture) return;
    change((now) => ({ ...now, pictures: now.pictures.filter((kept) => kept !== picture) }), name);
    const putBack = () => change((now) => ({ ...now, pictures: now.pictures.toSpliced(index, 0, picture) }), name);
    undo.offer({ text: `已移除「${picture.title}」`, act: putBack });
  };
  return { ...undo, remove };
}

interface AttachMenuProps {
  isLoggedIn: boolean;
  /** Number of pictures that can still be attached. */
  roomLeft: number;
  onFiles: (files: readonly File[]) => void;
  onOwn: Attachments['addOwn'];
}

function AttachMenu({ isLoggedIn, roomLeft, onFiles, onOwn }: AttachMenuProps) {
  const [isPicking, setPicking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const PagePicker = usePicturePicker();
  const isFull = roomLeft <= 0;
  return (
    <>
      <Menu
        isAbove
        label="附图"
        tip="附图：上传、粘贴、拖入或从作品选"
        triggerClassName={`grid place-items-center text-second ${styles.attach}`}
        trigger={<PictureIcon size={20} />}
        acts={[
          { label: '上传图片', isDisabled: isFull, act: () => chooser.current?.click() },
          ...(PagePicker && isLoggedIn
            ? [{ label: '从我的作品选', isDisabled: isFull, act: () => setPicking(true) }]
            : []),
        ]}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="image/*"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {isPicking && PagePicker && (
        <Suspense fallback={null}>
          <PagePicker
            most={Math.max(1, roomLeft)}
            onPick={(imageIds) => {
              setPicking(false);
              onOwn(imageIds.map((imageId) => ({ imageId, width: 0, height: 0, title: '我的作品' })));
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The number of characters, once it comes near the limit. */
function TextCount({ length }: { length: number }) {
  const surplus = length - messageLimit;
  if (length <= messageLimit * 0.8) return null;
  return (
    <span
      className={`text-second text-12 tabular ${styles.count}`}
      data-over={surplus > 0 || undefined}
      role={surplus > 0 ? 'alert' : undefined}
    >
      {surplus > 0 ? `多了 ${formatNumber(surplus)} 字` : `${formatNumber(length)}/${messageLimit}`}
    </span>
  );
}

interface SendButtonProps {
  isAnswering: boolean;
  isDisabled: boolean;
  onStop: () => void;
  onSend: () => void;
}

function SendButton({ isAnswering, isDisabled, onStop, onSend }: SendButtonProps) {
  if (isAnswering)
    return (
      <IconButton label="停止" tip="停止 Esc" isRound className={styles.stop} onClick={onStop}>
        <StopIcon size={20} />
      </IconButton>
    );
  return (
    <IconButton
      label="发送"
      tip="发送 Enter，换行 Shift Enter"
      isRound
      className={styles.send}
      disabled={isDisabled}
      onClick={onSend}
    >
      <SendIcon size={20} />
    </IconButton>
  );
}
