import { useId } from 'react';
import { brushSizes } from '@/canvas/brush-size';
import { Slider } from '@/ui/slider';
import { useParts } from '@/ui/use-snapshot';
import { BareButton } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import controls from './controls.css';
import type { Mode } from './engine/document';
import type { MaskEditor } from './engine/editor';
import { isPaintTool, isRegionTool } from './engine/editor-state';
import { AddModeIcon, IntersectModeIcon, MinusIcon, PlusIcon, SubtractModeIcon } from './icons';
import styles from './values.css';

/** Options of the tool in hand. */
export function ToolOptions({ editor }: { editor: MaskEditor }) {
  const { tool, corners } = useParts(editor, 'tool', 'corners');
  const canClose = (tool === 'polygon' && corners.length >= 3) || (tool === 'wire' && corners.length >= 2);
  return (
    <>
      {isPaintTool(tool) && <BrushOptions editor={editor} />}
      {isRegionTool(tool) && <ModeOptions editor={editor} isAmongMany={tool === 'colour' || tool === 'select'} />}
      {tool === 'colour' && <ColourOptions editor={editor} />}
      {tool === 'select' && <SelectionOptions editor={editor} />}
      {canClose && (
        <BareButton className={controls.word} onClick={() => editor.accept()}>
          闭合
        </BareButton>
      )}
      {corners.length > 0 && (
        <BareButton className={controls.word} onClick={() => editor.removeLast()}>
          退一点
        </BareButton>
      )}
    </>
  );
}

/** The slider is finer where brushes are small: its place is the square root of the size. */
const sliderMax = Math.sqrt(brushSizes.max);

function BrushOptions({ editor }: { editor: MaskEditor }) {
  const id = useId();
  const { brushSize } = useParts(editor, 'brushSize');
  return (
    <div className={styles.size}>
      <label htmlFor={id}>粗细</label>
      <Slider
        label="画笔粗细滑杆"
        isNameHidden
        min={1}
        max={sliderMax}
        step="any"
        value={Math.sqrt(brushSize)}
        said={`${brushSize} 像素`}
        onChange={(root) => editor.setBrushSize(root ** 2)}
        aside={
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={brushSizes.min}
            max={brushSizes.max}
            value={brushSize}
            onChange={(event) => editor.setBrushSize(event.target.valueAsNumber)}
          />
        }
      />
      px
    </div>
  );
}

const modes: readonly { mode: Mode; label: string; icon: JSX.Element }[] = [
  { mode: 'add', label: '加选', icon: <AddModeIcon /> },
  { mode: 'subtract', label: '减选', icon: <SubtractModeIcon /> },
  { mode: 'intersect', label: '交集', icon: <IntersectModeIcon /> },
];

function ModeOptions({ editor, isAmongMany }: { editor: MaskEditor; isAmongMany: boolean }) {
  const { mode: current } = useParts(editor, 'mode');
  return (
    <div className={controls.segments} role="group" aria-label="选区方式">
      {modes.map(({ mode, label, icon }) => (
        <BareButton
          key={mode}
          className={controls.word}
          aria-pressed={mode === current}
          aria-label={label}
          title={`${label}（X 切换）`}
          onClick={() => editor.setMode(mode)}
        >
          {icon}
          <span className={isAmongMany ? styles.wordOfMany : undefined}>{label}</span>
        </BareButton>
      ))}
    </div>
  );
}

function ColourOptions({ editor }: { editor: MaskEditor }) {
  const { colourChoice, isWorking } = useParts(editor, 'colourChoice', 'isWorking');
  const { tolerance, isContiguous } = colourChoice;
  return (
    <>
      <Slider
        className={styles.size}
        label="容差"
        min={0}
        max={100}
        value={tolerance}
        onChange={(value) => editor.setColourChoice({ tolerance: value })}
      />
      <Checkbox isChecked={isContiguous} onChange={(next) => editor.setColourChoice({ isContiguous: next })}>
        仅相连
      </Checkbox>
      {isWorking && (
        <span className={styles.percent} role="status">
          正在取色
        </span>
      )}
    </>
  );
}

function SelectionOptions({ editor }: { editor: MaskEditor }) {
  const { selection, isPointOutside } = useParts(editor, 'selection', 'isPointOutside');
  const { candidates, chosen, isWorking } = selection;
  return (
    <>
      <div className={controls.segments} role="group" aria-label="点的意思">
        <BareButton
          className={controls.word}
          aria-pressed={!isPointOutside}
          aria-label="包含"
          onClick={() => editor.setPointOutside(false)}
        >
          <PlusIcon size={14} />
          <span className={styles.wordOfMany}>包含</span>
        </BareButton>
        <BareButton
          className={controls.word}
          aria-pressed={isPointOutside}
          aria-label="排除"
          onClick={() => editor.setPointOutside(true)}
        >
          <MinusIcon size={14} />
          <span className={styles.wordOfMany}>排除</span>
        </BareButton>
      </div>
      {candidates.length > 0 && (
        <div className={controls.group} role="group" aria-label="选区大小">
          <BareButton className={controls.word} disabled={chosen === 0} onClick={() => editor.stepCandidate(-1)}>
            小
          </BareButton>
          <span className={styles.percent}>
            {chosen + 1} / {candidates.length}
          </span>
          <BareButton
            className={controls.word}
            disabled={chosen === candidates.length - 1}
            onClick={() => editor.stepCandidate(1)}
          >
            大
          </BareButton>
          <BareButton className={controls.word} disabled={isWorking} onClick={() => editor.accept()}>
            采用
          </BareButton>
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
