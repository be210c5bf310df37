import { useId } from 'react';
import styles from './editor-parts.css';
import type { SelectionState } from './engine/click-selection';
import type { Mode } from './engine/document';
import type { MaskEditor } from './engine/editor';
import { brushSizes } from './engine/editor-state';
import { FitIcon, MinusIcon, PlusIcon } from './icons';

/** The slider is finer where brushes are small: its place is the square root of the size. */
const sliderMax = Math.sqrt(brushSizes.max);

export function BrushOptions({ editor, brushSize }: { editor: MaskEditor; brushSize: number }) {
  const id = useId();
  return (
    <div className={styles.size}>
      <label htmlFor={id}>粗细</label>
      <input
        type="range"
        min={1}
        max={sliderMax}
        step="any"
        value={Math.sqrt(brushSize)}
        aria-label="画笔粗细滑杆"
        aria-valuetext={`${brushSize} 像素`}
        onChange={(event) => editor.setBrushSize(event.target.valueAsNumber ** 2)}
      />
      <input
        id={id}
        type="number"
        min={brushSizes.min}
        max={brushSizes.max}
        value={brushSize}
        onChange={(event) => editor.setBrushSize(event.target.valueAsNumber)}
      />
      px
    </div>
  );
}

export function ModeOptions({ editor, mode }: { editor: MaskEditor; mode: Mode }) {
  return (
    <div className={styles.group} role="group" aria-label="选区方式">
      {(['add', 'subtract'] as const).map((item) => (
        <button
          key={item}
          type="button"
          className={styles.word}
          aria-pressed={item === mode}
          onClick={() => editor.setMode(item)}
        >
          {item === 'add' ? '加选' : '减选'}
        </button>
      ))}
    </div>
  );
}

interface SelectionOptionsProps {
  editor: MaskEditor;
  selection: SelectionState;
  isPointOutside: boolean;
  onPointOutside: (isOutside: boolean) => void;
}

export function SelectionOptions({ editor, selection, isPointOutside, onPointOutside }: SelectionOptionsProps) {
  const { candidates, chosen, isWorking } = selection;
  return (
    <>
      <div className={styles.group} role="group" aria-label="点的意思">
        <button
          type="button"
          className={styles.word}
          aria-pressed={!isPointOutside}
          onClick={() => onPointOutside(false)}
        >
          <PlusIcon size={14} />
          要的
        </button>
        <button
          type="button"
          className={styles.word}
          aria-pressed={isPointOutside}
          onClick={() => onPointOutside(true)}
        >
          <MinusIcon size={14} />
          不要的
        </button>
      </div>
      {candidates.length > 0 && (
        <div className={styles.group} role="group" aria-label="选区大小">
          <button
            type="button"
            className={styles.word}
            disabled={chosen === 0}
            onClick={() => editor.stepCandidate(-1)}
          >
            小
          </button>
          <span className={styles.percent}>
            {chosen + 1} / {candidates.length}
          </span>
          <button
            type="button"
            className={styles.word}
            disabled={chosen === candidates.length - 1}
            onClick={() => editor.stepCandidate(1)}
          >
            大
          </button>
          <button type="button" className={styles.word} disabled={isWorking} onClick={() => editor.accept()}>
            采用
          </button>
        </div>
      )}
      {isWorking && (
        <span className={styles.percent} role="status">
          正在识别
        </span>
      )}
    </>
  );
}

export function ZoomOptions({ editor, scale }: { editor: MaskEditor; scale: number }) {
  return (
    <div className={styles.group} role="group" aria-label="缩放">
      <button
        type="button"
        className={styles.tool}
        aria-label="缩小"
        title="缩小（-）"
        onClick={() => editor.zoom(1 / 1.25)}
      >
        <MinusIcon />
      </button>
      <button
        type="button"
        className={styles.word}
        title="原始大小（1）"
        aria-label={`缩放 ${Math.round(scale * 100)}%，回到 100%`}
        onClick={() => editor.zoomTo(1)}
      >
        <span className={styles.percent}>{Math.round(scale * 100)}%</span>
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label="放大"
        title="放大（+）"
        onClick={() => editor.zoom(1.25)}
      >
        <PlusIcon />
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label="适应窗口"
        title="适应窗口（0）"
        onClick={() => editor.fit()}
      >
        <FitIcon />
      </button>
    </div>
  );
}
