import { Button } from '../../ui/button';
import type { Keeping } from './drafts/use-draft-keeping';
import styles from './editor-notices.css';

interface EditorNoticesProps {
  /** Notes on the picture, a sentence each. */
  pictureNotes: readonly string[];
  isPictureMissing: boolean;
  keeping: Keeping;
  onTakeOver: () => void;
  offer: { said: string; onRestore: () => void; onDiscard: () => void } | undefined;
  isNotesClosed: boolean;
  onCloseNotes: () => void;
}

/** Notices over the picture about unexpected states. */
export function EditorNotices(props: EditorNoticesProps) {
  const { pictureNotes, isPictureMissing, keeping, onTakeOver, offer, isNotesClosed, onCloseNotes } = props;
  return (
    <div className={`grid absolute z-page justify-items-center gap-8 pointer-events-none ${styles.notices}`}>
      {isPictureMissing && <p role="alert">原图读不到了，可能已被删除。选区还在，可以在“更多”里导出</p>}
      {keeping === 'elsewhere' && (
        <p role="status">
          另一个标签页正在编辑这张图的选区，这里的改动不会自动保存
          <Button look="text" onClick={onTakeOver}>
            改在这里继续
          </Button>
        </p>
      )}
      {keeping === 'taken' && (
        <p role="status">
          已改在另一个标签页继续，这里不再自动保存
          <Button look="text" onClick={onTakeOver}>
            改回这里
          </Button>
        </p>
      )}
      {offer && (
        <p role="status">
          {offer.said}
          <Button look="text" onClick={offer.onRestore}>
            恢复
          </Button>
          <Button look="text" onClick={offer.onDiscard}>
            不用了
          </Button>
        </p>
      )}
      {!isNotesClosed && pictureNotes.length > 0 && (
        <p role="status">
          {pictureNotes.join('；')}
          <Button look="text" onClick={onCloseNotes}>
            知道了
          </Button>
        </p>
      )}
    </div>
  );
}
