import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { imageUrl } from '@/data/image';
import { percentOf } from '@/data/image-mask';
import { openLogin } from '@/lib/app-store';
import { toast, toastFailure } from '@/lib/toast';
import { isLoginRequired } from '@/lib/with-login';
import { MaskFilm } from '@/ui/mask-film';
import { BareButton, Button } from '../../ui/button';
import { draftKey, type MaskDraft, maskDrafts } from './drafts/draft-store';
import { useDraftKeeping } from './drafts/use-draft-keeping';
import { timeOf, useDraftOffer } from './drafts/use-draft-offer';
import { openField, putField, useOpenableFields } from './openable-fields';
import { emptyMaskText, type InitialMask, pictureOf, type StageFieldProps, tooLargeText } from './stage-field';
import styles from './stage-fields.css';
import { useFieldCoverage } from './use-field-coverage';
import { useMaskSession } from './use-mask-session';

const MaskEditorScreen = lazy(() => import('./mask-editor'));

export interface MaskFieldProps extends StageFieldProps {
  /** A mask to begin with instead of an empty one. */
  initialMask?: InitialMask | undefined;
}

/** The region of a picture that is to be changed: what is chosen, and the way into the editor. */
export function MaskField(props: MaskFieldProps) {
  const { tool, name, field, isDisabled, labelId, stage, onChange, initialMask } = props;
  const picture = pictureOf(props);
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { editor, notes, saved, stored, open, save } = useMaskSession(props, isOpen, () => setIsOpen(false));
  const { coverage, isChosen, isTooLarge } = useFieldCoverage(editor, stored, field.isRequired, props.onProblem);
  const place = picture === undefined ? undefined : { toolId: tool.id, fieldName: name, imageId: picture };
  const { keeping, takeOver } = useDraftKeeping(isOpen ? editor : undefined, place, saved);
  const key = picture === undefined ? undefined : draftKey(tool.id, name, picture);
  const { draft, isElsewhere, isKnown, withdraw, discard } = useDraftOffer(key, stored);
  const offered = isElsewhere && !isChosen ? draft : undefined;
  const [restored, setRestored] = useState<MaskDraft>();
  const fields = useOpenableFields(stage, picture);

  const start = async (from?: MaskDraft | InitialMask): Promise<void> => {
    setIsBusy(true);
    try {
      await open(from);
      if (from) withdraw();
      setIsOpen(true);
    } catch (error) {
      toastFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  const finish = async (): Promise<boolean> => {
    setIsBusy(true);
    try {
      const id = await save();
      setIsOpen(false);
      if (!id && field.isRequired) toast.info(emptyMaskText);
      return true;
    } catch (error) {
      if (isLoginRequired(error)) openLogin({ reason: '登录后保存选区', after: () => void finish() });
      else toastFailure(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };

  // What was painted and not stored comes back by itself, unless another tab is at work on it.
  const restore = async (from: MaskDraft): Promise<void> => {
    try {
      await open(from);
      withdraw();
      setRestored(from);
    } catch (error) {
      toastFailure(error);
    }
  };
  // Where it cannot be stored now, e.g. without a network, it is stored when the run starts.
  const storeRestored = async (from: MaskDraft): Promise<void> => {
    setRestored(undefined);
    const id = await save().catch(() => undefined);
    if (id) await maskDrafts.write({ ...from, storedAs: id });
  };

  const latest = useRef({ start, finish, restore, storeRestored });
  latest.current = { start, finish, restore, storeRestored };
  useEffect(() => {
    if (draft && !isElsewhere) void latest.current.restore(draft);
  }, [draft, isElsewhere]);
  useEffect(() => {
    if (!restored || !editor) return;
    // Whoever goes on at once stores it by finishing.
    if (isOpen) setRestored(undefined);
    else void latest.current.storeRestored(restored);
  }, [restored, editor, isOpen]);
  useEffect(() => {
    if (!stage || !picture) return;
    return putField(stage, {
      name,
      label: field.label,
      imageId: picture,
      isOpen,
      close: () => latest.current.finish(),
      open: () => latest.current.start(),
    });
  }, [stage, picture, name, field.label, isOpen]);

  // A new picture is there to be painted on, except under the hands of somebody who writes.
  const [firstPicture] = useState(picture);
  const openedFor = useRef<string>();
  const isNew = tool.isFullScreen === true || picture !== firstPicture;
  const isOpenedAtOnce = field.isRequired && isNew && !stored && !isDisabled && isKnown && !draft;
  useEffect(() => {
    if (!isOpenedAtOnce || !stage || !picture || openedFor.current === picture) return;
    openedFor.current = picture;
    if (!document.activeElement?.matches('textarea, input[type="text"]')) void openField(stage, name);
  }, [isOpenedAtOnce, stage, picture, name]);

  if (!picture) return <p className={styles.note}>上传图片后在图上涂抹区域。</p>;
  const isLocked = isDisabled || !stage || isBusy;
  const enter = () => stage && void openField(stage, name);
  const percent = coverage === undefined ? '…' : `${percentOf(coverage)}%`;
  return (
    <div className={styles.field}>
      <BareButton className={styles.preview} disabled={isLocked} aria-labelledby={labelId} onClick={enter}>
        <img src={imageUrl(picture, 320)} alt="" />
        {stored && <MaskFilm src={imageUrl(stored, 320)} label={`选区 ${percent}`} />}
      </BareButton>
      <div className={styles.words}>
        <p className={styles.state} aria-live="polite">
          {isChosen ? `已选 ${percent}` : '还没有涂抹'}
        </p>
        {isTooLarge && <p className={styles.warning}>{tooLargeText}</p>}
        <div className={styles.acts}>
          <Button size="small" disabled={isLocked} onClick={enter}>
            {isBusy && !isOpen ? '正在打开' : isChosen ? '修改区域' : '涂抹区域'}
          </Button>
          {isChosen && (
            <Button
              look="text"
              disabled={isDisabled || isBusy}
              onClick={() => (editor ? editor.clear() : onChange(undefined))}
            >
              清除
            </Button>
          )}
          {!isChosen && initialMask && (
            <Button look="text" disabled={isLocked} onClick={() => void start(initialMask)}>
              {initialMask.label}
            </Button>
          )}
        </div>
        {offered && !isOpen && (
          <p className={styles.offer} role="status">
            {timeOf(offered)} 的选区没有存完
            <Button look="text" disabled={isLocked} onClick={() => void start(offered)}>
              恢复
            </Button>
            <Button look="text" onClick={discard}>
              丢弃
            </Button>
          </p>
        )}
      </div>
      {isOpen && editor && stage && (
        <Suspense fallback={null}>
          <MaskEditorScreen
            editor={editor}
            tool={tool}
            imageId={picture}
            stage={stage}
            label={field.label}
            fields={fields}
            fieldName={name}
            notes={notes}
            keeping={keeping}
            offer={
              offered && {
                said: `${timeOf(offered)} 的选区没有存完`,
                onRestore: () => void start(offered),
                onDiscard: discard,
              }
            }
            isLarge={isTooLarge}
            isSaving={isBusy}
            onTakeOver={takeOver}
            onDone={() => void finish()}
          />
        </Suspense>
      )}
    </div>
  );
}
