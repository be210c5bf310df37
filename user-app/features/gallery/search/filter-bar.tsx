import { largeSide, pictureSorts, pictureSortWords } from '#shared/domain/gallery';
import { useCurrentUser } from '../../../data/user';
import { useSearchParams } from '../../../lib/router';
import { Chip, chipLook } from '../../../ui/chip';
import { ChevronDownIcon } from '../../../ui/icons';
import { Popover } from '../../../ui/popover';
import { Segments } from '../../../ui/segments';
import styles from './filter-bar.css';
import { chosenOf, type FilterGroup, filterGroups, toggledIn, withoutFilters, withWord } from './picture-query';

const sorts = pictureSorts.map((sort) => [sort, pictureSortWords[sort]] as const);
const largeLabel = `${Math.floor(largeSide / 1000)}K 以上`;

/** The filters of a wall, which the address holds, on a bar that stays in view. Below 640 px they share one panel. */
export function FilterBar() {
  const [query, setQuery] = useSearchParams();
  const change = (next: URLSearchParams) => setQuery(next, { replace: true });
  const count = filterGroups.reduce((sum, { name }) => sum + chosenOf(query, name).length, 0);
  const isLarge = query.get('isLarge') === '1';
  const total = count + Number(isLarge) + Number(query.get('isFollowed') === '1');
  const isFollowed = query.get('isFollowed') === '1';
  const { user } = useCurrentUser();
  const switches = (
    <>
      <Chip aria-pressed={isLarge} onClick={() => change(withWord(query, 'isLarge', isLarge ? undefined : '1'))}>
        {largeLabel}
      </Chip>
      {(user || isFollowed) && (
        <Chip
          aria-pressed={isFollowed}
          onClick={() => change(withWord(query, 'isFollowed', isFollowed ? undefined : '1'))}
        >
          关注的人
        </Chip>
      )}
    </>
  );
  const options = (group: FilterGroup) => (
    <Options
      group={group}
      chosen={chosenOf(query, group.name)}
      onToggle={(value) => change(toggledIn(query, group.name, value))}
    />
  );

  return (
    <div className={`row sticky z-sticky flex-wrap gap-8 bg-page ${styles.bar}`}>
      <div className={`flex flex-wrap gap-8 ${styles.groups}`} role="group" aria-label="筛选">
        {filterGroups.map((group) => (
          <Popover
            key={group.name}
            triggerClassName={chipLook(chosenOf(query, group.name).length > 0)}
            panelClassName={`p-12 ${styles.panel}`}
            trigger={
              <>
                {labelOf(group, chosenOf(query, group.name))}
                <ChevronDownIcon size={14} />
              </>
            }
          >
            {() => options(group)}
          </Popover>
        ))}
        {switches}
      </div>
      <div className={`hidden ${styles.merged}`}>
        <Popover
          triggerClassName={chipLook(total > 0)}
          panelClassName={`overflow-y-auto p-12 ${styles.sheet}`}
          trigger={
            <>
              筛选{total > 0 && ` ${total}`}
              <ChevronDownIcon size={14} />
            </>
          }
        >
          {() => (
            <>
              {filterGroups.map((group) => (
                <section key={group.name} aria-label={group.label}>
                  <h3>{group.label}</h3>
                  {options(group)}
                </section>
              ))}
              {switches}
            </>
          )}
        </Popover>
      </div>
      {total > 0 && (
        <Chip className={styles.clear} onClick={() => change(withoutFilters(query))}>
          清除筛选
        </Chip>
      )}
      <div className={styles.sort}>
        <Segments
          label="排序"
          options={sorts}
          value={pictureSorts.find((sort) => sort === query.get('sort')) ?? 'recommended'}
          onChange={(sort) => change(withWord(query, 'sort', sort === 'recommended' ? undefined : sort))}
        />
      </div>
    </div>
  );
}

function labelOf({ label, options }: FilterGroup, chosen: readonly string[]): string {
  const [first] = chosen;
  if (first === undefined) return label;
  const name = options.find((option) => option.value === first)?.label ?? label;
  return chosen.length > 1 ? `${name} 等 ${chosen.length} 项` : name;
}

interface OptionsProps {
  group: FilterGroup;
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

function Options({ group, chosen, onToggle }: OptionsProps) {
  return (
    <div className="flex flex-wrap gap-8" role="group" aria-label={group.label}>
      {group.options.map(({ value, label, swatch }) => (
        <Chip key={value} aria-pressed={chosen.includes(value)} onClick={() => onToggle(value)}>
          {swatch && <span className={`border rounded-chip ${styles.swatch}`} style={{ backgroundColor: swatch }} />}
          {label}
        </Chip>
      ))}
    </div>
  );
}
