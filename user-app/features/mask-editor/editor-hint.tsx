import { percentOf } from '@/data/image-mask';
import { classNames } from '@/lib/class-names';
import { useParts } from '@/ui/use-snapshot';
import { Announcer } from './announcer';
import controls from './controls.css';
import { ShortcutButton } from './editor-actions';
import type { MaskEditor } from './engine/editor';
import styles from './mask-editor.css';
import { tooLargeText } from './stage-field';
import { toolEntry } from './tool-list';

interface EditorHintProps {
  editor: MaskEditor;
  isLarge: boolean;
  onShortcuts: () => void;
}

/** One line of help, or what is wrong. */
export function EditorHint({ editor, isLarge, onShortcuts }: EditorHintProps) {
  const parts = useParts(editor, 'tool', 'selection', 'problem', 'canSelect', 'coverage');
  const entry = toolEntry(parts.tool);
  const problem = parts.problem ?? parts.selection.problem ?? (isLarge ? tooLargeText : undefined);
  return (
    <div className={classNames(controls.hint, styles.hintBar)}>
      {problem ? (
        <p className="text-danger" role="alert">
          {problem}
        </p>
      ) : (
        <>
          <p className={styles.keysOnly}>{entry?.hint}</p>
          <p className={`hidden ${styles.touchOnly}`}>{entry?.touchHint}</p>
        </>
      )}
      {!parts.canSelect && <p className={styles.keysOnly}>点选分割在当前版本中还不可用</p>}
      <p className={controls.coverage}>已选 {percentOf(parts.coverage)}%</p>
      <ShortcutButton onShortcuts={onShortcuts} />
      <Announcer editor={editor} />
    </div>
  );
}
