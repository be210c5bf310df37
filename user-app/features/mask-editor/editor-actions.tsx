import { useRef } from 'react';
import { Popover } from '@/ui/popover';
import { useParts } from '@/ui/use-snapshot';
import { BareButton } from '../../ui/button';
import controls from './controls.css';
import styles from './editor-actions.css';
import type { MaskEditor } from './engine/editor';
import { isRefined } from './engine/refine';
import {
  EyeIcon,
  FitIcon,
  FormIcon,
  FullIcon,
  KeyboardIcon,
  LeaveFullIcon,
  MinusIcon,
  MoreIcon,
  PlusIcon,
  RedoIcon,
  TuneIcon,
  UndoIcon,
} from './icons';
import type { EditorScreen } from './screen/use-editor-screen';
import { formId } from './stage-field';
import { useMaskFile } from './use-mask-file';
import values from './values.css';

const zoomStep = 1.25;

/** Closes a menu, then acts. */
const then = (close: () => void, act: () => void) => () => {
  close();
  act();
};

export function HistoryActions({ editor }: { editor: MaskEditor }) {
  const parts = useParts(editor, 'canUndo', 'canRedo', 'corners', 'selection', 'isOriginalShown');
  const isUnderWay = parts.corners.length > 0 || parts.selection.points.length > 0;
  return (
    <div className={controls.group} role="group" aria-label="历史">
      <BareButton
        className={controls.tool}
        aria-label="撤销"
        title="撤销（Ctrl+Z）"
        disabled={!parts.canUndo && !isUnderWay}
        onClick={() => editor.undo()}
      >
        <UndoIcon />
      </BareButton>
      <BareButton
        className={controls.tool}
        aria-label="重做"
        title="重做（Ctrl+Shift+Z）"
        disabled={!parts.canRedo}
        onClick={() => editor.redo()}
      >
        <RedoIcon />
      </BareButton>
      <BareButton
        className={controls.tool}
        aria-label="按住看原图"
        title="按住看原图（\）"
        aria-pressed={parts.isOriginalShown}
        onPointerDown={() => editor.showOriginal(true)}
        onPointerUp={() => editor.showOriginal(false)}
        onPointerLeave={() => editor.showOriginal(false)}
        onKeyDown={(event) => event.key === ' ' && editor.showOriginal(true)}
        onKeyUp={() => editor.showOriginal(false)}
        onBlur={() => editor.showOriginal(false)}
        onContextMenu={(event) => event.preventDefault()}
      >
        <EyeIcon />
      </BareButton>
    </div>
  );
}

interface SelectionActionsProps {
  editor: MaskEditor;
  isRefining: boolean;
  onRefine: () => void;
  onShortcuts: () => void;
}

/** Actions on the whole selection. */
export function SelectionActions({ editor, isRefining, onRefine, onShortcuts }: SelectionActionsProps) {
  const { coverage, refinement } = useParts(editor, 'coverage', 'refinement');
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, read, download } = useMaskFile(editor);
  return (
    <div className={controls.group}>
      <BareButton
        className={controls.word}
        aria-expanded={isRefining}
        data-changed={isRefined(refinement) || undefined}
        aria-label="调整"
        title="扩缩、羽化、填洞"
        onClick={onRefine}
      >
        <TuneIcon />
        <span className={styles.wide}>调整</span>
      </BareButton>
      <BareButton className={controls.word} title="反选（Ctrl+I）" onClick={() => editor.invert()}>
        反选
      </BareButton>
      <BareButton className={controls.word} disabled={coverage === 0} onClick={() => editor.clear()}>
        清空
      </BareButton>
      <Popover
        label="更多"
        align="end"
        triggerClassName={controls.tool}
        panelClassName={`grid p-8 ${styles.menu}`}
        trigger={<MoreIcon />}
      >
        {(close) => (
          <>
            <BareButton onClick={then(close, () => editor.selectAll())}>
              全选<kbd>Ctrl A</kbd>
            </BareButton>
            <BareButton disabled={isBusy} onClick={then(close, () => input.current?.click())}>
              导入蒙版<span>白色为修改</span>
            </BareButton>
            <BareButton disabled={isBusy || coverage === 0} onClick={then(close, () => void download())}>
              导出蒙版<span>PNG</span>
            </BareButton>
            <BareButton onClick={then(close, onShortcuts)}>
              快捷键<kbd>?</kbd>
            </BareButton>
          </>
        )}
      </Popover>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label="导入蒙版文件"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
    </div>
  );
}

export function ZoomActions({ editor }: { editor: MaskEditor }) {
  const { view } = useParts(editor, 'view');
  const percent = Math.round(view.scale * 100);
  return (
    <div
      className={`row absolute z-page gap-2 border rounded-card bg-surface ${styles.zoom}`}
      role="group"
      aria-label="缩放"
    >
      <BareButton
        className={controls.tool}
        aria-label="缩小"
        title="缩小（-）"
        onClick={() => editor.zoom(1 / zoomStep)}
      >
        <MinusIcon />
      </BareButton>
      <BareButton
        className={controls.word}
        title="原始大小（1）"
        aria-label={`缩放 ${percent}%，回到 100%`}
        onClick={() => editor.zoomTo(1)}
      >
        <span className={values.percent}>{percent}%</span>
      </BareButton>
      <BareButton className={controls.tool} aria-label="放大" title="放大（+）" onClick={() => editor.zoom(zoomStep)}>
        <PlusIcon />
      </BareButton>
      <BareButton className={controls.tool} aria-label="适应窗口" title="适应窗口（0）" onClick={() => editor.fit()}>
        <FitIcon />
      </BareButton>
    </div>
  );
}

export function ShortcutButton({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <BareButton className={controls.tool} aria-label="快捷键" title="快捷键（?）" onClick={onShortcuts}>
      <KeyboardIcon />
    </BareButton>
  );
}

/** Buttons for the size of the editor; on a phone it takes the whole window anyway. */
export function ScreenActions({ screen }: { screen: EditorScreen }) {
  const { isFull, isFormFolded, toggleFull, toggleForm } = screen;
  const formLabel = isFormFolded ? '展开参数' : '收起参数';
  return (
    <div className={`flex flex-none gap-2 ${styles.screen}`} role="group" aria-label="窗口">
      {isFull && (
        <BareButton
          className={controls.tool}
          aria-label={formLabel}
          aria-expanded={!isFormFolded}
          aria-controls={formId}
          aria-keyshortcuts="Shift+F"
          title={`${formLabel}（Shift+F）`}
          onClick={toggleForm}
        >
          <FormIcon />
        </BareButton>
      )}
      <BareButton
        className={controls.tool}
        aria-label={isFull ? '退出全屏' : '全屏'}
        aria-pressed={isFull}
        aria-keyshortcuts="F"
        title={isFull ? '退出全屏（F 或 Esc）' : '全屏（F）'}
        onClick={toggleFull}
      >
        {isFull ? <LeaveFullIcon /> : <FullIcon />}
      </BareButton>
    </div>
  );
}
