import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChoicePicture } from '@/data/choice-pictures';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { CheckIcon, ChevronDownIcon, StarIcon } from '../../../ui/icons';
import { Thumb } from '../../../ui/thumb';
import { choiceShelf, noteChosen, toggleFavorite } from '../choice-shelf';
import styles from './choice-grid.css';
import { cellTowards, type FieldChoice, fewOf, findChoices, partsOf } from './choice-order';

export interface PictureChoice extends FieldChoice {
  picture: ChoicePicture | undefined;
}

interface ChoiceGridProps {
  /** What is chosen, e.g. 风格. */
  label: string;
  labelId: string;
  choices: readonly PictureChoice[];
  value: unknown;
  isDisabled: boolean;
  /** Shown while the grid is closed. */
  few: number;
  /** Whose stars these are. */
  account: string;
  onChange: (value: string | undefined) => void;
}

/** Up to one more than the few it is not worth closing. */
const slack = 1;

/** Pictures to choose one from: a few at first, all of them with a search in the same place. */
export function ChoiceGrid({ label, labelId, choices, value, isDisabled, few, account, onChange }: ChoiceGridProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const shown = useRef<readonly PictureChoice[]>([]);
  const isFocusDue = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const [words, setWords] = useState('');
  const [favorites, setFavorites] = useState(() => choiceShelf(account).favorites);
  const [active, setActive] = useState<string>();
  const isFound = usePinyin(isOpen);
  const isLong = choices.length > few + slack;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every opening and closing only, so that nothing moves away under the pointer that stars it
  const parts = useMemo(() => partsOf(choices, choiceShelf(account)), [choices, account, isOpen]);
  useEffect(() => setFavorites(choiceShelf(account).favorites), [account]);

  const ordered = parts.flatMap((part) => part.choices);
  if (!isOpen) shown.current = fewOf(ordered, value, { most: isLong ? few : ordered.length, before: shown.current });
  const isSearched = isOpen && words.trim() !== '';
  const found = isSearched ? findChoices(ordered, words, isFound) : [];
  const groups = isSearched
    ? [{ title: '', choices: found }]
    : isOpen
      ? parts
      : [{ title: '', choices: shown.current }];

  useLayoutEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    const field = root.current;
    const radio = (state: string) => field?.querySelector<HTMLInputElement>(`input[type="radio"]${state}`);
    (radio(':checked') ?? radio(''))?.focus({ preventScroll: true });
    if (!isOpen) field?.scrollIntoView({ block: 'nearest' });
  });

  /** A finger that opens it asked for no keyboard. */
  const open = (isByFinger = false) => {
    isFocusDue.current = isByFinger;
    flushSync(() => setIsOpen(true));
    if (!isByFinger) search.current?.focus({ preventScroll: true });
  };
  const close = () => {
    isFocusDue.current = root.current?.contains(document.activeElement) ?? false;
    shown.current = [];
    setWords('');
    setIsOpen(false);
  };
  const choose = (choice: PictureChoice | undefined) => {
    if (!choice) return;
    if (choice.value !== undefined) noteChosen(account, choice.key);
    onChange(choice.value);
    if (isOpen) close();
  };

  const radios = () => [...(root.current?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [])];
  const moveFrom = (at: number, key: string) => {
    const all = radios();
    const spots = all.map((radio) => (radio.parentElement as HTMLElement).getBoundingClientRect());
    const next = cellTowards(key, at, spots);
    if (next !== undefined) {
      all[next]?.focus();
      all[next]?.closest(`.${styles.cell}`)?.scrollIntoView({ block: 'nearest' });
    } else if (key === 'ArrowUp') search.current?.focus();
  };

  const onCellKey = (event: KeyboardEvent<HTMLInputElement>, choice: PictureChoice) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(Arrow|Home$|End$)/.test(key)) {
      event.preventDefault();
      moveFrom(radios().indexOf(event.currentTarget), key);
    } else if (key === 'Enter') {
      event.preventDefault();
      choose(choice);
    } else if (isLong && key !== ' ' && (key.length === 1 || key === 'Process')) open();
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    event.preventDefault();
    if (words && event.target === search.current) setWords('');
    else close();
  };

  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isSearched) choose(found[0]);
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      radios()[0]?.focus();
    }
  };

  const name = `${id}-choice`;
  return (
    <div
      ref={root}
      role="group"
      aria-labelledby={labelId}
      className={styles.choice}
      onKeyDown={onKey}
      onBlur={({ relatedTarget }) => !root.current?.contains(relatedTarget) && setActive(undefined)}
    >
      {isOpen && (
        <div className={styles.head}>
          <input
            ref={search}
            type="search"
            className={styles.search}
            value={words}
            placeholder={`搜索${label}或拼音`}
            aria-label={`搜索${label}`}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={onSearchKey}
          />
          <Button look="quiet" onClick={close}>
            收起
          </Button>
        </div>
      )}
      <div id={`${id}-grid`} className={styles.grid} role="radiogroup" aria-labelledby={labelId}>
        {groups.flatMap(({ title, choices }) => [
          isOpen && groups.length > 1 && (
            <h3 key={title} className={styles.part}>
              {title}
            </h3>
          ),
          ...choices.map((choice) => {
            const isStarred = favorites.includes(choice.key);
            return (
              <div key={choice.key} className={styles.cell} data-starred={isStarred || undefined}>
                <label>
                  <input
                    type="radio"
                    name={name}
                    checked={choice.value === value}
                    disabled={isDisabled}
                    onFocus={() => setActive(choice.key)}
                    onChange={() => choose(choice)}
                    onKeyDown={(event) => onCellKey(event, choice)}
                  />
                  {choice.picture ? (
                    <Thumb {...choice.picture} alt="" className={styles.picture} />
                  ) : (
                    <span className={styles.plain} />
                  )}
                  <span className={styles.name}>{choice.name}</span>
                  <CheckIcon size={14} className={styles.check} />
                </label>
                {choice.value !== undefined && (
                  <IconButton
                    size="small"
                    isRound
                    className={styles.star}
                    label={`收藏${choice.name}`}
                    aria-pressed={isStarred}
                    tabIndex={isOpen && active === choice.key ? 0 : -1}
                    onClick={() => setFavorites(toggleFavorite(account, choice.key))}
                  >
                    <StarIcon size={16} fill={isStarred ? 'currentColor' : 'none'} />
                  </IconButton>
                )}
              </div>
            );
          }),
        ])}
      </div>
      {isSearched && (
        <p className={found.length > 0 ? 'visually-hidden' : styles.none} role="status">
          {found.length > 0 ? `找到 ${found.length} 种` : `没有找到“${words.trim()}”，换个词试试。`}
        </p>
      )}
      {isLong && !isOpen && (
        <Button
          look="quiet"
          size="small"
          className={styles.all}
          aria-expanded={false}
          aria-controls={`${id}-grid`}
          disabled={isDisabled}
          onClick={({ detail }) => open(detail > 0 && window.matchMedia('(hover: none)').matches)}
        >
          全部 {choices.filter((choice) => choice.value !== undefined).length} 种{label}
          <ChevronDownIcon size={14} />
        </Button>
      )}
    </div>
  );
}

/** What knows pinyin, loaded when it is first needed. */
function usePinyin(isNeeded: boolean) {
  const [pinyin, setPinyin] = useState<typeof import('../../../lib/is-found')>();
  useEffect(() => {
    if (!isNeeded || pinyin) return;
    // Without a network names are still found by what they say.
    import('../../../lib/is-found').then(setPinyin, () => undefined);
  }, [isNeeded, pinyin]);
  return pinyin?.isFound;
}

/** The place of a grid whose choices are being read. */
export function ChoiceGridWaiting({ few }: { few: number }) {
  return (
    <div className={styles.choice} role="status" aria-label="正在读取分类">
      <div className={styles.grid}>
        {Array.from({ length: few }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <div key={place} className={styles.cell}>
            <span className={styles.empty} />
            <span className={styles.name}>&nbsp;</span>
          </div>
        ))}
      </div>
    </div>
  );
}
