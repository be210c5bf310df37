import { Slider } from '@/ui/slider';
import { useParts } from '@/ui/use-snapshot';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import type { MaskEditor } from './engine/editor';
import { isRefined, noRefinement, refinementLimits } from './engine/refine';
import { CloseIcon } from './icons';
import styles from './refine-panel.css';

/** How the painted mask is refined; nothing here touches what was painted. */
export function RefinePanel({ editor, onClose }: { editor: MaskEditor; onClose: () => void }) {
  const { refinement, filmOpacity, isWorking } = useParts(editor, 'refinement', 'filmOpacity', 'isWorking');
  const { grow, feather, areHolesFilled } = refinement;
  const end = () => editor.endRefining();
  return (
    <section className={styles.panel} aria-label="调整选区">
      <header className={styles.head}>
        <h2>调整选区</h2>
        <span className={styles.status} role="status">
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
      <label className={styles.check}>
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
      <footer className={styles.foot}>
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
      className={styles.slider}
      label={label}
      min={min}
      max={max}
      value={value}
      said={`${value} ${unit}`}
      onChange={set}
      onEnd={onEnd}
      aside={
        <span className={styles.number}>
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
