import { Link, useLocation } from '@umijs/max';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { imageUrl } from '@/data/image';
import { openLogin } from '@/lib/app-store';
import { toast, toastFailure } from '@/lib/toast';
import { isLoginRequired } from '@/lib/with-login';
import { BareButton, Button, buttonLook } from '../../ui/button';
import { percentOf } from './announcer';
import type { Draft } from './drafts/draft-store';
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
  const { draft, withdraw, discard } = useDraftOffer(tool.id, name, !isChosen);
  const offered = draft && !isChosen && (picture === undefined || draft.imageId === picture) ? draft : undefined;
  const fields = useOpenableFields(stage, picture);

  const start = async (from?: Draft | InitialMask): Promise<void> => {
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

  const latest = useRef({ start, finish });
  latest.current = { start, finish };
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

  // Where the editor is the page, a new picture is there to be painted on.
  const openedFor = useRef<string>();
  const isOpenedAtOnce = tool.isFullScreen === true && !stored && !isDisabled;
  useEffect(() => {
    if (!isOpenedAtOnce || !stage || !picture || openedFor.current === picture) return;
    openedFor.current = picture;
    void openField(stage, name);
  }, [isOpenedAtOnce, stage, picture, name]);

  if (!picture)
    return (
      <>
        <p className={styles.note}>上传图片后在图上涂抹区域。</p>
        {offered && <PictureOffer draft={offered} onDiscard={discard} />}
      </>
    );
  const isLocked = isDisabled || !stage || isBusy;
  const enter = () => stage && void openField(stage, name);
  const percent = coverage === undefined ? '…' : `${percentOf(coverage)}%`;
  return (
    <div className={styles.field}>
      <BareButton className={styles.preview} disabled={isLocked} aria-labelledby={labelId} onClick={enter}>
        <img src={imageUrl(picture, 320)} alt="" />
        {stored && (
          <span
            className={styles.overlay}
            style={{ '--mask': `url("${imageUrl(stored, 320)}")` } as React.CSSProperties}
          />
        )}
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

/** Offers a selection together with the picture it was drawn on. */
function PictureOffer({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const { pathname } = useLocation();
  return (
    <div className={styles.field}>
      <span className={styles.preview}>
        <img src={imageUrl(draft.imageId, 320)} alt="" onError={onDiscard} />
      </span>
      <div className={styles.words}>
        <p className={styles.state} role="status">
          {timeOf(draft)} 的选区没有存完，已选 {percentOf(draft.coverage)}%
        </p>
        <div className={styles.acts}>
          <Link className={buttonLook({ look: 'text' })} to={`${pathname}?base=${encodeURIComponent(draft.imageId)}`}>
            恢复图片和选区
          </Link>
          <Button look="text" onClick={onDiscard}>
            丢弃
          </Button>
        </div>
      </div>
    </div>
  );
}
