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

/** Field for a region of a picture: its preview, and the buttons that lead into the editor. */
export function MaskField(props: MaskFieldProps) {
  const { tool, name, field, isDisabled, labelId, stage, onChange, initialMask } = props;
  const picture = pictureOf(props);
  const [isOpen, setIsOpen] = useState(false);
  const session = useMaskSession(props, isOpen, () => setIsOpen(false));
  const { editor, notes, saved, stored } = session;
  const { coverage, isChosen, isTooLarge } = useFieldCoverage(editor, stored, field.isRequired, props.onProblem);
  const draftOf = picture === undefined ? undefined : { toolId: tool.id, fieldName: name, imageId: picture };
  const { keeping, takeOver } = useDraftKeeping(isOpen ? editor : undefined, draftOf, saved);
  const key = picture === undefined ? undefined : draftKey(tool.id, name, picture);
  const { draft, isElsewhere, isKnown, withdraw, discard } = useDraftOffer(key, stored);
  const offered = isElsewhere && !isChosen ? draft : undefined;
  const fields = useOpenableFields(stage, picture);

  const { isBusy, start, finish } = useEditing({ session, isRequired: field.isRequired, withdraw, setIsOpen });
  useRestoredDraft({ session, draft: isElsewhere ? undefined : draft, withdraw, isOpen });
  usePutField(
    stage && picture ? { stage, name, label: field.label, imageId: picture, isOpen } : undefined,
    start,
    finish,
  );
  useOpenedAtOnce(props, picture, field.isRequired && !stored && !isDisabled && isKnown && !draft);

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
        {isTooLarge && <p className="m-0 text-danger text-12 leading-18">{tooLargeText}</p>}
        <Acts
          isChosen={isChosen}
          isOpening={isBusy && !isOpen}
          isLocked={isLocked}
          isClearLocked={isDisabled || isBusy}
          initialMask={initialMask}
          onEnter={enter}
          onClear={() => (editor ? editor.clear() : onChange(undefined))}
          onStart={(mask) => void start(mask)}
        />
        {offered && !isOpen && (
          <p className={`row flex-wrap m-0 text-second text-12 leading-20 ${styles.offer}`} role="status">
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

type Session = ReturnType<typeof useMaskSession>;

interface EditingInput {
  session: Session;
  isRequired: boolean;
  /** Takes back the offer of a draft. */
  withdraw: () => void;
  setIsOpen: (isOpen: boolean) => void;
}

/** Opens the editor, and stores its mask when it closes. */
function useEditing({ session: { open, save }, isRequired, withdraw, setIsOpen }: EditingInput) {
  const [isBusy, setIsBusy] = useState(false);
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
      if (!id && isRequired) toast.info(emptyMaskText);
      return true;
    } catch (error) {
      if (isLoginRequired(error)) openLogin({ reason: '登录后保存选区', after: () => void finish() });
      else toastFailure(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, start, finish };
}

interface RestoringInput {
  session: Session;
  /** Draft that no other tab is working on. */
  draft: MaskDraft | undefined;
  withdraw: () => void;
  isOpen: boolean;
}

/**
 * Restores strokes that were painted and not stored, and stores them. Where they cannot be stored now, e.g. without a
 * network, they are stored when the run starts.
 */
function useRestoredDraft({ session: { editor, open, save }, draft, withdraw, isOpen }: RestoringInput): void {
  const [restored, setRestored] = useState<MaskDraft>();
  const restore = async (from: MaskDraft): Promise<void> => {
    try {
      await open(from);
      withdraw();
      setRestored(from);
    } catch (error) {
      toastFailure(error);
    }
  };
  const storeRestored = async (from: MaskDraft): Promise<void> => {
    setRestored(undefined);
    const id = await save().catch(() => undefined);
    if (id) await maskDrafts.write({ ...from, storedAs: id });
  };

  const latest = useRef({ restore, storeRestored });
  latest.current = { restore, storeRestored };
  useEffect(() => {
    if (draft) void latest.current.restore(draft);
  }, [draft]);
  useEffect(() => {
    if (!restored || !editor) return;
    // Painting that goes on at once is stored at its end.
    if (isOpen) setRestored(undefined);
    else void latest.current.storeRestored(restored);
  }, [restored, editor, isOpen]);
}

interface PutField {
  stage: HTMLElement;
  name: string;
  label: string;
  imageId: string;
  isOpen: boolean;
}

/** Tells the stage of the field, so that others can open and close its editor. */
function usePutField(put: PutField | undefined, start: () => Promise<void>, finish: () => Promise<boolean>): void {
  const latest = useRef({ start, finish });
  latest.current = { start, finish };
  const { stage, name, label, imageId, isOpen } = put ?? {};
  useEffect(() => {
    if (!stage || !imageId || name === undefined || label === undefined) return;
    return putField(stage, {
      ...{ name, label, imageId, isOpen: isOpen === true },
      close: () => latest.current.finish(),
      open: () => latest.current.start(),
    });
  }, [stage, imageId, name, label, isOpen]);
}

/** Opens the editor of a new picture at once, except under the hands of somebody who writes. */
function useOpenedAtOnce({ tool, name, stage }: MaskFieldProps, picture: string | undefined, isWanted: boolean): void {
  const [firstPicture] = useState(picture);
  const openedFor = useRef<string>();
  const isNew = tool.isFullScreen === true || picture !== firstPicture;
  const isOpenedAtOnce = isWanted && isNew;
  useEffect(() => {
    if (!isOpenedAtOnce || !stage || !picture || openedFor.current === picture) return;
    openedFor.current = picture;
    if (!document.activeElement?.matches('textarea, input[type="text"]')) void openField(stage, name);
  }, [isOpenedAtOnce, stage, picture, name]);
}

interface ActsProps {
  isChosen: boolean;
  isOpening: boolean;
  isLocked: boolean;
  isClearLocked: boolean;
  initialMask: InitialMask | undefined;
  onEnter: () => void;
  onClear: () => void;
  onStart: (mask: InitialMask) => void;
}

function Acts(props: ActsProps) {
  const { isChosen, isOpening, isLocked, isClearLocked, initialMask, onEnter, onClear, onStart } = props;
  return (
    <div className="row gap-12">
      <Button size="small" disabled={isLocked} onClick={onEnter}>
        {isOpening ? '正在打开' : isChosen ? '修改区域' : '涂抹区域'}
      </Button>
      {isChosen && (
        <Button look="text" disabled={isClearLocked} onClick={onClear}>
          清除
        </Button>
      )}
      {!isChosen && initialMask && (
        <Button look="text" disabled={isLocked} onClick={() => onStart(initialMask)}>
          {initialMask.label}
        </Button>
      )}
    </div>
  );
}
