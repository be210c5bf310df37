import { Slider } from '@/ui/slider';
import { useParts } from '@/ui/use-snapshot';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import type { MaskEditor } from './engine/editor';
import { isRefined, noRefinement, refinementLimits } from './engine/refine';
import { CloseIcon } from './icons';
import styles from './refine-panel.css';

/** Panel for the refinement of the mask; the painted mask is not changed. */
export function RefinePanel({ editor, onClose }: { editor: MaskEditor; onClose: () => void }) {
  const { refinement, filmOpacity, isWorking } = useParts(editor, 'refinement', 'filmOpacity', 'isWorking');
  const { grow, feather, areHolesFilled } = refinement;
  const end = () => editor.endRefining();
  return (
    <section
      className={`grid absolute z-sticky gap-12 border rounded-card bg-surface shadow-float text-ink text-13 ${styles.panel}`}
      aria-label="调整选区"
    >
      <header className={`row justify-between gap-8 ${styles.head}`}>
        <h2>调整选区</h2>
        <span className="flex-1 text-second text-12" role="status">
          {isWorking ? '计算中' : ''}
        </span>
        <IconButton size="small" label="收起调整" onClick={onClose}>
          <CloseIcon size={16} />
        </IconButton>
      </header>
      <Setting
        label="扩缩"
        value={grow}
        {...refinementLimits.grow}
        unit="px"
        onChange={(value) => editor.refine({ grow: value })}
        onEnd={end}
      />
      <Setting
        label="羽化"
        value={feather}
        {...refinementLimits.feather}
        unit="px"
        onChange={(value) => editor.refine({ feather: value })}
        onEnd={end}
      />
      <label className={`row justify-between gap-8 cursor-pointer ${styles.check}`}>
        填满内部空洞
        <input
          type="checkbox"
          role="switch"
          aria-checked={areHolesFilled}
          checked={areHolesFilled}
          onChange={(event) => {
            editor.refine({ areHolesFilled: event.target.checked });
            end();
          }}
        />
      </label>
      <hr />
      <Setting
        label="显示浓度"
        value={Math.round(filmOpacity * 100)}
        min={10}
        max={90}
        unit="%"
        onChange={(value) => editor.setFilmOpacity(value / 100)}
        onEnd={end}
      />
      <footer className="row justify-between gap-8 text-second text-12">
        <span>涂抹的原样一直保留</span>
        <Button
          look="text"
          disabled={!isRefined(refinement)}
          onClick={() => {
            editor.refine(noRefinement);
            end();
          }}
        >
          还原
        </Button>
      </footer>
    </section>
  );
}

interface SettingProps {
  label: string;
  value: number;
  min: number;
  max: number;
  unit: string;
  onChange: (value: number) => void;
  onEnd: () => void;
}

/** A track, and its number to write in. */
function Setting({ label, value, min, max, unit, onChange, onEnd }: SettingProps) {
  const set = (next: number) => {
    if (Number.isFinite(next)) onChange(Math.min(max, Math.max(min, Math.round(next))));
  };
  return (
    <Slider
      className={`items-center gap-8 ${styles.slider}`}
      label={label}
      min={min}
      max={max}
      value={value}
      said={`${value} ${unit}`}
      onChange={set}
      onEnd={onEnd}
      aside={
        <span className={`row gap-8 text-second text-12 ${styles.number}`}>
          <input
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={value}
            aria-label={`${label}数值`}
            onChange={(event) => set(event.target.valueAsNumber)}
            onBlur={onEnd}
          />
          {unit}
        </span>
      }
    />
  );
}
