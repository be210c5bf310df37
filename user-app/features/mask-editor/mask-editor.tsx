import { useEffect, useState, useSyncExternalStore } from 'react';
import styles from './editor-parts.css';
import type { MaskEditor } from './engine/editor';
import type { Tool } from './engine/editor-state';
import { pressKey, releaseKey } from './engine/keys';
import { BrushIcon, EraserIcon, EyeIcon, PanIcon, PolygonIcon, RedoIcon, SelectIcon, UndoIcon } from './icons';
import { MaskCanvas } from './mask-canvas';
import { BrushOptions, ModeOptions, SelectionOptions, ZoomOptions } from './mask-options';
import { StageCover } from './stage-cover';
import { tooLargeText } from './stage-field';

interface MaskEditorScreenProps {
  editor: MaskEditor;
  imageId: string;
  stage: HTMLElement;
  /** What the mask is for, e.g. 修改区域. */
  label: string;
  isLarge: boolean;
  isSaving: boolean;
  onDone: () => void;
}

const tools: readonly {
  tool: Tool;
  label: string;
  shortcut: string;
  icon: JSX.Element;
  hint: string;
  touchHint: string;
}[] = [
  {
    tool: 'brush',
    label: '画笔',
    shortcut: 'B',
    icon: <BrushIcon />,
    hint: '在要改的地方涂抹。[ ] 调粗细，按住空格拖动画面，按住 \\ 看原图',
    touchHint: '单指涂抹，双指缩放和移动',
  },
  {
    tool: 'eraser',
    label: '橡皮',
    shortcut: 'E',
    icon: <EraserIcon />,
    hint: '擦掉涂多的地方。[ ] 调粗细',
    touchHint: '单指擦除，双指缩放和移动',
  },
  {
    tool: 'polygon',
    label: '多边形',
    shortcut: 'P',
    icon: <PolygonIcon />,
    hint: '逐点单击，双击或回车闭合，退格删去上一点。也可用方向键移动光标、回车落点',
    touchHint: '逐点轻触，点回起点闭合',
  },
  {
    tool: 'select',
    label: '点选',
    shortcut: 'S',
    icon: <SelectIcon />,
    hint: '单击物体或拖出方框，按住 Shift 单击排除，回车采用',
    touchHint: '轻触物体，或拖出方框',
  },
  {
    tool: 'pan',
    label: '移动画面',
    shortcut: 'V',
    icon: <PanIcon />,
    hint: '拖动移动画面，滚轮缩放，0 适应窗口，1 原始大小',
    touchHint: '拖动移动，双指缩放',
  },
];

/** Keys that belong to a focused button or slider rather than to the picture. */
const controlKeys = new Set(['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

function isForControl({ key, target }: { key: string; target: EventTarget | null }): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[data-first]')) return false;
  const isText = target.matches('input:not([type="range"]), textarea, select') || target.isContentEditable;
  return isText || (controlKeys.has(key) && target.closest('button, input, a, [role]') !== null);
}

/** The whole editor on the stage: rail, options, picture and hint. */
export default function MaskEditorScreen(props: MaskEditorScreenProps) {
  const { editor, imageId, stage, label, isSaving, onDone } = props;
  const snapshot = useSyncExternalStore(editor.subscribe, editor.getSnapshot);
  const { tool, coverage, canSelect, cursor, isCursorByKeys, brushSize } = snapshot;
  const [isPointOutside, setIsPointOutside] = useState(false);
  const shown = tools.filter((item) => item.tool !== 'select' || canSelect);
  const current = shown.find((item) => item.tool === tool);

  useEffect(() => {
    const onKeyUp = (event: KeyboardEvent) => releaseKey(editor, event.key);
    const onBlur = () => {
      releaseKey(editor, ' ');
      releaseKey(editor, '\\');
    };
    document.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      onBlur();
      document.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [editor]);

  const onKey = (event: KeyboardEvent) => {
    const isLaunch = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isLaunch || event.isComposing || isForControl(event)) return;
    if (pressKey(editor, event)) event.preventDefault();
    else if (event.key === 'Escape') onDone();
  };

  const percent = (coverage * 100).toFixed(coverage > 0 && coverage < 0.01 ? 2 : 0);
  const said = `${current?.label ?? ''}，${brushSize} 像素，已选 ${percent}%`;
  const place = isCursorByKeys && cursor ? `光标 ${Math.round(cursor.x)}，${Math.round(cursor.y)}` : '';
  return (
    <StageCover stage={stage} label={`${label}编辑器`} onKey={onKey}>
      <div className={styles.options} role="toolbar" aria-label="选项">
        <span className={styles.title}>{label}</span>
        {(tool === 'brush' || tool === 'eraser') && <BrushOptions editor={editor} brushSize={brushSize} />}
        {(tool === 'polygon' || tool === 'select') && <ModeOptions editor={editor} mode={snapshot.mode} />}
        {tool === 'select' && (
          <SelectionOptions
            editor={editor}
            selection={snapshot.selection}
            isPointOutside={isPointOutside}
            onPointOutside={setIsPointOutside}
          />
        )}
        {tool === 'polygon' && snapshot.polygon.length >= 3 && (
          <button type="button" className={styles.word} onClick={() => editor.accept()}>
            闭合
          </button>
        )}
        <span className={styles.spring} />
        <div className={styles.group}>
          <button type="button" className={styles.word} title="Ctrl+A" onClick={() => editor.selectAll()}>
            全选
          </button>
          <button type="button" className={styles.word} title="Ctrl+I" onClick={() => editor.invert()}>
            反选
          </button>
          <button type="button" className={styles.word} disabled={coverage === 0} onClick={() => editor.clear()}>
            清空
          </button>
        </div>
        <ZoomOptions editor={editor} scale={snapshot.view.scale} />
        <button type="button" className={styles.done} disabled={isSaving} onClick={onDone}>
          {isSaving ? '正在保存' : '完成'}
        </button>
      </div>
      <div className={styles.body}>
        <div className={styles.rail} role="toolbar" aria-label="工具" aria-orientation="vertical">
          {shown.map((item) => (
            <button
              key={item.tool}
              type="button"
              className={styles.tool}
              aria-pressed={item.tool === tool}
              aria-label={item.label}
              aria-keyshortcuts={item.shortcut}
              title={`${item.label}（${item.shortcut}）`}
              onClick={(event) => {
                editor.setTool(item.tool);
                // A mouse goes on to the picture, and its keys should work there.
                const isByPointer = event.detail > 0;
                if (isByPointer) stage.querySelector<HTMLElement>('[data-first]')?.focus();
              }}
            >
              {item.icon}
            </button>
          ))}
          <hr className={styles.divider} />
          <button
            type="button"
            className={styles.tool}
            aria-label="撤销"
            title="撤销（Ctrl+Z）"
            disabled={!snapshot.canUndo && snapshot.polygon.length === 0 && snapshot.selection.points.length === 0}
            onClick={() => editor.undo()}
          >
            <UndoIcon />
          </button>
          <button
            type="button"
            className={styles.tool}
            aria-label="重做"
            title="重做（Ctrl+Shift+Z）"
            disabled={!snapshot.canRedo}
            onClick={() => editor.redo()}
          >
            <RedoIcon />
          </button>
          <button
            type="button"
            className={styles.tool}
            aria-label="按住看原图"
            title="按住看原图（\）"
            aria-pressed={snapshot.isOriginalShown}
            onPointerDown={() => editor.showOriginal(true)}
            onPointerUp={() => editor.showOriginal(false)}
            onPointerLeave={() => editor.showOriginal(false)}
            onKeyDown={(event) => event.key === ' ' && editor.showOriginal(true)}
            onKeyUp={() => editor.showOriginal(false)}
            onBlur={() => editor.showOriginal(false)}
          >
            <EyeIcon />
          </button>
        </div>
        <MaskCanvas editor={editor} snapshot={snapshot} imageId={imageId} isPointOutside={isPointOutside} />
      </div>
      <div className={styles.hint}>
        {snapshot.selection.problem ? (
          <p className={styles.warning} role="alert">
            {snapshot.selection.problem}
          </p>
        ) : props.isLarge ? (
          <p className={styles.warning} role="alert">
            {tooLargeText}
          </p>
        ) : (
          <>
            <p className={styles.keysOnly}>{current?.hint}</p>
            <p className={styles.touchOnly}>{current?.touchHint}</p>
          </>
        )}
        {!canSelect && <p className={styles.keysOnly}>点选分割在当前版本中还不可用</p>}
        <p className={styles.coverage}>已选 {percent}%</p>
        <span className="visually-hidden" aria-live="polite">
          {place || said}
        </span>
      </div>
    </StageCover>
  );
}
