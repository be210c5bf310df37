import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { imageUrl } from '@/data/image';
import { useMaskCoverage } from '@/data/image-mask';
import { openLogin } from '@/lib/app-store';
import { toast, toastFailure } from '@/lib/toast';
import { isLoginRequired } from '@/lib/with-login';
import type { MaskEditor } from './engine/editor';
import { emptyMaskText, largestCoverage, pictureOf, type StageFieldProps, tooLargeText } from './stage-field';
import styles from './stage-fields.css';
import { useMaskSession } from './use-mask-session';

const MaskEditorScreen = lazy(() => import('./mask-editor'));

/** The region of a picture that is to be changed: what is chosen, and the way into the editor. */
export function MaskField(props: StageFieldProps) {
  const { field, isDisabled, labelId, stage, onChange } = props;
  const picture = pictureOf(props);
  const [isOpen, setIsOpen] = useState(false);
  const { editor, stored, open, save } = useMaskSession(props, isOpen, () => setIsOpen(false));
  const [isBusy, setIsBusy] = useState(false);
  const storedCoverage = useMaskCoverage(stored);
  const liveCoverage = useLiveCoverage(editor);
  const coverage = liveCoverage ?? storedCoverage;
  const isChosen = stored !== undefined || (liveCoverage ?? 0) > 0;
  // What an optional mask keeps or protects may well be most of the picture.
  const isTooLarge = field.isRequired && isChosen && coverage !== undefined && coverage > largestCoverage;
  const latestOnProblem = useRef(props.onProblem);
  latestOnProblem.current = props.onProblem;
  useEffect(() => {
    if (!isTooLarge) return;
    latestOnProblem.current(tooLargeText);
    return () => latestOnProblem.current(undefined);
  }, [isTooLarge]);

  const start = async () => {
    setIsBusy(true);
    try {
      await open();
      setIsOpen(true);
    } catch (error) {
      toastFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  const finish = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const saved = await save();
      setIsOpen(false);
      if (!saved && field.isRequired) toast.info(emptyMaskText);
    } catch (error) {
      if (isLoginRequired(error)) openLogin({ reason: '登录后保存选区', after: () => void finish() });
      else toastFailure(error);
    } finally {
      setIsBusy(false);
    }
  };

  if (!picture) return <p className={styles.note}>上传图片后在图上涂抹区域。</p>;
  const percent = coverage === undefined ? undefined : `${(coverage * 100).toFixed(coverage < 0.01 ? 2 : 0)}%`;
  return (
    <div className={styles.field}>
      <button
        type="button"
        className={styles.preview}
        disabled={isDisabled || !stage || isBusy}
        aria-labelledby={labelId}
        onClick={start}
      >
        <img src={imageUrl(picture, 320)} alt="" />
        {stored && (
          <span
            className={styles.film}
            style={{ '--mask': `url("${imageUrl(stored, 320)}")` } as React.CSSProperties}
          />
        )}
      </button>
      <div className={styles.words}>
        <p className={styles.state} aria-live="polite">
          {isChosen ? `已选 ${percent ?? '…'}` : '还没有涂抹'}
        </p>
        {isTooLarge && <p className={styles.warning}>{tooLargeText}</p>}
        <div className={styles.acts}>
          <button type="button" className={styles.main} disabled={isDisabled || !stage || isBusy} onClick={start}>
            {isBusy && !isOpen ? '正在打开' : isChosen ? '修改区域' : '涂抹区域'}
          </button>
          {isChosen && (
            <button
              type="button"
              className={styles.link}
              disabled={isDisabled || isBusy}
              onClick={() => (editor ? editor.clear() : onChange(undefined))}
            >
              清除
            </button>
          )}
        </div>
      </div>
      {isOpen && editor && stage && (
        <Suspense fallback={null}>
          <MaskEditorScreen
            editor={editor}
            imageId={picture}
            stage={stage}
            label={field.label}
            isLarge={isTooLarge}
            isSaving={isBusy}
            onDone={() => void finish()}
          />
        </Suspense>
      )}
    </div>
  );
}

const noStore = () => () => undefined;

function useLiveCoverage(editor: MaskEditor | undefined): number | undefined {
  return useSyncExternalStore(editor?.subscribe ?? noStore, () => editor?.getSnapshot().coverage);
}
