import { useId } from 'react';
import { type CategoryNode, type ClientCategory, childrenOf, pathTo } from '#shared/domain/category-tree';
import styles from './category-select.css';

interface CategorySelectProps {
  label: string;
  roots: readonly (CategoryNode | ClientCategory)[];
  /** Id of a category of level 1 to 3; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** Words for choosing none. */
  none?: string;
  fault?: string | undefined;
  /** The label is read out only. */
  isLabelHidden?: boolean;
}

const levels = [0, 1, 2] as const;
const levelWords = ['大类', '类型', '风格'] as const;

/** Levels from the root to a category: an id has one digit for its root and two more for every level below. */
const depthOf = (id: string) => (id === '' ? 0 : Math.min(levels.length - 1, Math.ceil((id.length + 1) / 2)));

/** A category, level by level: the next one shows once the one above is chosen. */
export function CategorySelect(props: CategorySelectProps) {
  const { label, roots, value, onChange, none = '不选', fault, isLabelHidden = false } = props;
  const id = useId();
  const path = pathTo(roots, value);
  const shown = roots.length > 0 ? path.length : depthOf(value);
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0">
      <legend className={isLabelHidden ? 'visually-hidden' : `p-0 ${styles.label}`}>{label}</legend>
      <div className={`flex flex-wrap gap-8 ${styles.levels}`}>
        {levels.map((level) => {
          const above = path[level - 1];
          const options = level === 0 ? roots : above ? childrenOf<CategoryNode | ClientCategory>(above) : [];
          // Before the categories are there, as many have their place as there will be.
          if (options.length === 0 && level > (roots.length > 0 ? 0 : shown)) return null;
          return (
            <select
              key={level}
              aria-label={`${label}：${levelWords[level]}`}
              aria-describedby={fault ? `${id}-fault` : undefined}
              value={path[level]?.id ?? ''}
              onChange={(event) => onChange(event.target.value || (above?.id ?? ''))}
            >
              <option value="">{level === 0 ? none : `全部${levelWords[level]}`}</option>
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.name}
                </option>
              ))}
            </select>
          );
        })}
      </div>
      {fault && (
        <p id={`${id}-fault`} role="alert" className="text-danger text-13">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
