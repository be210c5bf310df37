import { forwardRef, type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
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
  /** Name of the kind of choice, e.g. 风格. */
  label: string;
  labelId: string;
  choices: readonly PictureChoice[];
  value: unknown;
  isDisabled: boolean;
  /** Number of choices shown while the grid is closed. */
  few: number;
  /** Account of the stars. */
  account: string;
  onChange: (value: string | undefined) => void;
}

/** Number of choices over the few up to which the grid does not close. */
const slack = 1;

/** Pictures to choose one from: a few at first, all of them with a search in the same place. */
export function ChoiceGrid({ label, labelId, choices, value, isDisabled, few, account, onChange }: ChoiceGridProps) {
  const id = useId();
  const { root, search, isOpen, words, setWords, open, close, onKey } = useOpening();
  const [favorites, setFavorites] = useState(() => choiceShelf(account).favorites);
  const [active, setActive] = useState<string>();
  const isLong = choices.length > few + slack;

  const { groups, matches, isSearched } = useGroups(
    { choices, value, account, few: isLong ? few : undefined },
    isOpen,
    words,
  );
  useEffect(() => setFavorites(choiceShelf(account).favorites), [account]);

  const choose = (choice: PictureChoice | undefined) => {
    if (!choice) return;
    if (choice.value !== undefined) noteChosen(account, choice.key);
    onChange(choice.value);
    if (isOpen) close();
  };

  const onCellKey = (event: KeyboardEvent<HTMLInputElement>, choice: PictureChoice) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(Arrow|Home$|End$)/.test(key)) {
      event.preventDefault();
      if (!moveFocus(radiosOf(root.current), event.currentTarget, key) && key === 'ArrowUp') search.current?.focus();
    } else if (key === 'Enter') {
      event.preventDefault();
      choose(choice);
    } else if (isLong && key !== ' ' && (key.length === 1 || key === 'Process')) open();
  };

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
        <Search
          ref={search}
          label={label}
          words={words}
          onWords={setWords}
          onEnter={() => isSearched && choose(matches[0])}
          onDown={() => radiosOf(root.current)[0]?.focus()}
          onClose={close}
        />
      )}
      <div id={`${id}-grid`} className={styles.grid} role="radiogroup" aria-labelledby={labelId}>
        {groups.flatMap(({ title, choices }) => [
          isOpen && groups.length > 1 && (
            <h3 key={title} className={`col-span-full text-second text-12 leading-20 ${styles.part}`}>
              {title}
            </h3>
          ),
          ...choices.map((choice) => (
            <Cell
              key={choice.key}
              name={`${id}-choice`}
              choice={choice}
              isChecked={choice.value === value}
              isDisabled={isDisabled}
              isStarred={favorites.includes(choice.key)}
              isStarReachable={isOpen && active === choice.key}
              onFocus={() => setActive(choice.key)}
              onChoose={() => choose(choice)}
              onKey={(event) => onCellKey(event, choice)}
              onStar={() => setFavorites(toggleFavorite(account, choice.key))}
            />
          )),
        ])}
      </div>
      {isSearched && <SearchResult count={matches.length} words={words.trim()} />}
      {isLong && !isOpen && (
        <OpenButton
          label={label}
          count={choices.filter((choice) => choice.value !== undefined).length}
          gridId={`${id}-grid`}
          isDisabled={isDisabled}
          onOpen={open}
        />
      )}
    </div>
  );
}

interface GroupsInput extends Pick<ChoiceGridProps, 'choices' | 'value' | 'account'> {
  /** Number of choices shown while the grid is closed; undefined for all. */
  few: number | undefined;
}

interface Groups {
  groups: readonly { title: string; choices: readonly PictureChoice[] }[];
  /** The choices that a search matches, best first. */
  matches: readonly PictureChoice[];
  isSearched: boolean;
}

/** The choices in the groups in which they are shown: a few, all of them by part, or those that a search matches. */
function useGroups({ choices, value, account, few }: GroupsInput, isOpen: boolean, words: string): Groups {
  const shown = useRef<readonly PictureChoice[]>([]);
  const isFound = usePinyin(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every opening and closing only, so that nothing moves away under the pointer that stars it
  const parts = useMemo(() => partsOf(choices, choiceShelf(account)), [choices, account, isOpen]);
  const ordered = parts.flatMap((part) => part.choices);
  if (isOpen) shown.current = [];
  else shown.current = fewOf(ordered, value, { most: few ?? ordered.length, before: shown.current });
  const isSearched = isOpen && words.trim() !== '';
  const matches = isSearched ? findChoices(ordered, words, isFound) : [];
  if (isSearched) return { groups: [{ title: '', choices: matches }], matches, isSearched };
  return { groups: isOpen ? parts : [{ title: '', choices: shown.current }], matches, isSearched };
}

const radiosOf = (field: Element | null) => [
  ...(field?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? []),
];

/** Focuses the cell in the direction of a key. @returns false where there is none */
function moveFocus(radios: readonly HTMLInputElement[], from: HTMLInputElement, key: string): boolean {
  const cells = radios.map((radio) => (radio.parentElement as HTMLElement).getBoundingClientRect());
  const next = cellTowards(key, radios.indexOf(from), cells);
  if (next === undefined) return false;
  radios[next]?.focus();
  radios[next]?.closest(`.${styles.cell}`)?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Opens and closes the grid; the focus goes to the search box, and back to the chosen cell or the first. */
function useOpening() {
  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const isFocusDue = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const [words, setWords] = useState('');

  useLayoutEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    const field = root.current;
    const radio = (state: string) => field?.querySelector<HTMLInputElement>(`input[type="radio"]${state}`);
    (radio(':checked') ?? radio(''))?.focus({ preventScroll: true });
    if (!isOpen) field?.scrollIntoView({ block: 'nearest' });
  });

  /** @param isByFinger opens no keyboard, so the focus goes to a cell */
  const open = (isByFinger = false) => {
    isFocusDue.current = isByFinger;
    flushSync(() => setIsOpen(true));
    if (!isByFinger) search.current?.focus({ preventScroll: true });
  };
  const close = () => {
    isFocusDue.current = root.current?.contains(document.activeElement) ?? false;
    setWords('');
    setIsOpen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    event.preventDefault();
    if (words && event.target === search.current) setWords('');
    else close();
  };

  return { root, search, isOpen, words, setWords, open, close, onKey };
}

interface SearchProps {
  label: string;
  words: string;
  onWords: (words: string) => void;
  onEnter: () => void;
  /** The down arrow leads out of the box to the cells. */
  onDown: () => void;
  onClose: () => void;
}

const Search = forwardRef<HTMLInputElement, SearchProps>(function Search(
  { label, words, onWords, onEnter, onDown, onClose },
  ref,
) {
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      onDown();
    }
  };
  return (
    <div className={`flex gap-4 p-8 bg-surface ${styles.head}`}>
      <input
        ref={ref}
        type="search"
        className={`flex-1 min-w-0 p-0-12 border rounded-input bg-surface text-ink ${styles.search}`}
        value={words}
        placeholder={`搜索${label}或拼音`}
        aria-label={`搜索${label}`}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={onSearchKey}
      />
      <Button look="quiet" onClick={onClose}>
        收起
      </Button>
    </div>
  );
});

interface CellProps {
  /** Name that the radio buttons of the grid share. */
  name: string;
  choice: PictureChoice;
  isChecked: boolean;
  isDisabled: boolean;
  isStarred: boolean;
  /** The Tab key reaches the star. */
  isStarReachable: boolean;
  onFocus: () => void;
  onChoose: () => void;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  onStar: () => void;
}

function Cell(props: CellProps) {
  const { name, choice, isChecked, isDisabled, isStarred, isStarReachable, onFocus, onChoose, onKey, onStar } = props;
  return (
    <div className={styles.cell} data-starred={isStarred || undefined}>
      <label>
        <input
          type="radio"
          name={name}
          checked={isChecked}
          disabled={isDisabled}
          onFocus={onFocus}
          onChange={onChoose}
          onKeyDown={onKey}
        />
        {choice.picture ? (
          <Thumb {...choice.picture} alt="" className={`rounded-input ${styles.picture}`} />
        ) : (
          <span className={`rounded-input ${styles.plain}`} />
        )}
        <span className={styles.name}>{choice.name}</span>
        <CheckIcon size={14} className={`rounded-chip ${styles.check}`} />
      </label>
      {choice.value !== undefined && (
        <IconButton
          size="small"
          isRound
          className={styles.star}
          label={`收藏${choice.name}`}
          aria-pressed={isStarred}
          tabIndex={isStarReachable ? 0 : -1}
          onClick={onStar}
        >
          <StarIcon size={16} fill={isStarred ? 'currentColor' : 'none'} />
        </IconButton>
      )}
    </div>
  );
}

interface OpenButtonProps {
  label: string;
  count: number;
  gridId: string;
  isDisabled: boolean;
  onOpen: (isByFinger: boolean) => void;
}

function OpenButton({ label, count, gridId, isDisabled, onOpen }: OpenButtonProps) {
  return (
    <Button
      look="quiet"
      size="small"
      className={styles.all}
      aria-expanded={false}
      aria-controls={gridId}
      disabled={isDisabled}
      onClick={({ detail }) => onOpen(detail > 0 && window.matchMedia('(hover: none)').matches)}
    >
      全部 {count} 种{label}
      <ChevronDownIcon size={14} />
    </Button>
  );
}

function SearchResult({ count, words }: { count: number; words: string }) {
  return (
    <p className={count > 0 ? 'visually-hidden' : 'm-0 text-second text-13 leading-20'} role="status">
      {count > 0 ? `找到 ${count} 种` : `没有找到“${words}”，换个词试试。`}
    </p>
  );
}

/** The search by pinyin, loaded when it is first needed. */
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
        {Array.from({ length: few }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <div key={index} className={styles.cell}>
            <span className={`rounded-input bg-sunken ${styles.empty}`} />
            <span className={styles.name}>&nbsp;</span>
          </div>
        ))}
      </div>
    </div>
  );
}
