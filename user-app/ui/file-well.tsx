import { useId } from 'react';
import { classNames } from '../lib/class-names';
import drawingPaper from './drawing-paper.css';
import styles from './file-well.css';
import { useDropTarget } from './use-drop-target';

interface FileWellProps {
  words: string;
  /** Kinds of files that are taken. */
  hint: string;
  /** As of a file input; any file when absent. */
  accept?: string;
  size?: 'small' | 'large';
  onFiles: (files: readonly File[]) => void;
}

/** Takes files that are dropped on it, or chosen by a press. */
export function FileWell({ words, hint, accept, size = 'small', onFiles }: FileWellProps) {
  const { isOver, handlers } = useDropTarget(onFiles);
  const hintId = useId();
  return (
    <label
      className={classNames(
        drawingPaper.paper,
        'grid justify-items-center gap-4 p-16 text-center',
        styles.well,
        styles[size],
      )}
      data-over={isOver || undefined}
      {...handlers}
    >
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        aria-describedby={hintId}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className={`p-0-8 bg-surface font-semibold ${styles.words}`}>{words}</span>
      <span
        id={hintId}
        className={classNames('p-0-8 bg-surface text-second', size === 'small' && 'text-13', styles.hint)}
      >
        {hint}
      </span>
    </label>
  );
}
