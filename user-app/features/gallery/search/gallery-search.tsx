import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Suggestion } from '#shared/contract/gallery-picture';
import { pathTo } from '#shared/domain/category-tree';
import { useCategories } from '../../../data/category';
import { readSuggestions, useHotWords } from '../../../data/gallery';
import { recentSearches } from '../../../lib/local-list';
import { history, useSearchParams } from '../../../lib/router';
import { BareButton } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { CloseIcon, ImageSearchIcon, SearchIcon } from '../../../ui/icons';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import styles from './gallery-search.css';

const PictureSearchDialog = lazy(() => import('./picture-search-dialog'));

/** Time that each hot word is shown in the empty box, ms. */
const rollMs = 3_000;

interface Entry {
  key: string;
  suggestion: Suggestion;
  isRecent: boolean;
}

const entryOf = (text: string, isRecent: boolean): Entry => ({
  key: `${isRecent ? 'recent' : 'word'}:${text}`,
  suggestion: { kind: 'word', text, id: null, hint: '', marks: [] },
  isRecent,
});

const suggestedEntry = (suggestion: Suggestion): Entry => ({
  key: `${suggestion.kind}:${suggestion.id ?? suggestion.text}`,
  suggestion,
  isRecent: false,
});

const emptyBoxEntries = (recent: readonly string[], hotWords: readonly string[]): Entry[] => [
  ...recent.map((word) => entryOf(word, true)),
  ...hotWords.map((word) => entryOf(word, false)),
];

/** Path of the page that a suggestion names; undefined for a word, which is searched for. */
function pathOf({ kind, id }: Suggestion, categories: Parameters<typeof pathTo>[0]): string | undefined {
  if (kind === 'word' || id === null) return undefined;
  if (kind === 'author') return `/otherPersonCenter/${id}`;
  if (kind === 'imageSet') return `/authorInspirationhome/${id}`;
  const ids = pathTo(categories, id).slice(0, 3);
  return `/classifyPage/${ids.length > 0 ? ids.map((category) => category.id).join('-') : id}`;
}

/** The search box of the gallery, with recent searches, hot words and suggestions for the typed text. */
export function GallerySearch() {
  const [query] = useSearchParams();
  const keyword = query.get('keyword') ?? '';
  const { data: hotWords = [] } = useHotWords();
  const { data: categories = [] } = useCategories();
  const recent = recentSearches.use();
  const undo = useUndo();
  const [text, setText] = useState(keyword);
  const box = useRef<HTMLFormElement>(null);
  const list = useOpenList(box);
  const { isOpen, active } = list;
  const listId = useId();
  const rolling = useRolling(hotWords, !isOpen);
  const suggestions = useSuggestions(text.trim(), isOpen && !list.isComposing);

  useEffect(() => setText(keyword), [keyword]);

  const isEmpty = text.trim() === '';
  const entries = isEmpty ? emptyBoxEntries(recent, hotWords) : suggestions.map(suggestedEntry);

  const search = (word: string) => {
    const wanted = word.trim();
    list.close();
    setText(wanted);
    if (wanted) recentSearches.addFirst(wanted);
    history.push(wanted ? `/tupianHome?keyword=${encodeURIComponent(wanted)}` : '/tupianHome');
  };
  const forget = (word: string) => {
    recentSearches.toggle(word);
    undo.offer({ text: `已删除“${word}”`, act: () => recentSearches.addFirst(word) });
  };
  const take = (suggestion: Suggestion) => {
    const path = pathOf(suggestion, categories);
    if (path === undefined) return search(suggestion.text);
    list.setOpen(false);
    setText('');
    history.push(path);
  };
  const submit = () => {
    const entry = isOpen ? entries[active] : undefined;
    if (entry) take(entry.suggestion);
    else search(isEmpty && rolling ? rolling : text);
  };
  const byKey = searchKeys(list, entries.length, submit);
  const isShown = isOpen && entries.length > 0;

  return (
    <form ref={box} role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
      <SearchIcon size={18} className="flex-none text-second" />
      <input
        type="text"
        className={`flex-1 h-full min-w-0 border-0 bg-none ${styles.input}`}
        aria-label="搜索图库"
        {...comboboxProps(list, listId, isShown)}
        placeholder={rolling ? `大家在搜：${rolling}` : '搜索图片、图集、作者'}
        maxLength={60}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          list.setActive(-1);
          list.setOpen(true);
        }}
        onKeyDown={byKey}
      />
      {text !== '' && (
        <IconButton
          label="清空"
          size="small"
          onClick={() => {
            if (keyword) search('');
            else setText('');
            box.current?.querySelector('input')?.focus();
          }}
        >
          <CloseIcon size={14} />
        </IconButton>
      )}
      <PictureSearchButton />
      {isShown && (
        <SuggestionList
          id={listId}
          entries={entries}
          active={active}
          hasHeadings={isEmpty}
          onTake={take}
          onForget={forget}
        />
      )}
      {createPortal(
        <UndoBar undo={undo.undo} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />,
        document.body,
      )}
    </form>
  );
}

/** The list under the box: open or not, and which entry the arrow keys have led to (−1: none). */
function useOpenList(box: RefObject<HTMLElement>) {
  const [isOpen, setOpen] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [box, isOpen]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  return { isOpen, isComposing, active, setOpen, setComposing, setActive, close };
}

type OpenList = ReturnType<typeof useOpenList>;

/** Attributes and listeners that make an input the combobox of the list. */
const comboboxProps = ({ active, setOpen, setComposing }: OpenList, listId: string, isShown: boolean) => ({
  role: 'combobox',
  'aria-expanded': isShown,
  'aria-controls': listId,
  'aria-autocomplete': 'list' as const,
  'aria-activedescendant': active >= 0 ? `${listId}-${active}` : undefined,
  onFocus: () => setOpen(true),
  onClick: () => setOpen(true),
  onCompositionStart: () => setComposing(true),
  onCompositionEnd: () => setComposing(false),
});

function searchKeys(list: OpenList, count: number, submit: () => void) {
  const { isOpen, isComposing, setOpen, setActive, close } = list;
  const moveBy = (step: number) => {
    setOpen(true);
    const stops = count + 1;
    setActive((active) => ((active + 1 + step + stops) % stops) - 1);
  };
  const keys: Readonly<Record<string, (() => void) | false>> = {
    Escape: isOpen && close,
    ArrowDown: () => moveBy(1),
    ArrowUp: () => moveBy(-1),
    Enter: submit,
  };
  return (event: KeyboardEvent) => {
    // Keys of an input method choose its words.
    if (event.nativeEvent.isComposing || isComposing) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

function PictureSearchButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="以图搜图" size="small" onClick={() => setOpen(true)}>
        <ImageSearchIcon size={18} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <PictureSearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface SuggestionListProps {
  id: string;
  entries: readonly Entry[];
  /** Index of the entry that Enter takes; −1 for none. */
  active: number;
  /** Recent searches and hot words have a heading each. */
  hasHeadings: boolean;
  onTake: (suggestion: Suggestion) => void;
  onForget: (word: string) => void;
}

function SuggestionList({ id, entries, active, hasHeadings, onTake, onForget }: SuggestionListProps) {
  const firstHot = entries.findIndex(({ isRecent }) => !isRecent);
  return (
    <div
      id={id}
      role="listbox"
      aria-label="搜索建议"
      className={`absolute left-0 z-float overflow-y-auto p-8 border rounded-card bg-surface shadow-float ${styles.list}`}
    >
      {entries.map(({ key, suggestion, isRecent }, at) => (
        <div key={key} className={styles.row}>
          {hasHeadings && (at === 0 || at === firstHot) && (
            <p className={`text-second text-12 ${styles.heading}`}>{isRecent ? '最近搜索' : '热门'}</p>
          )}
          <div className="row">
            <BareButton
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              tabIndex={-1}
              className={`flex flex-1 items-baseline justify-between gap-12 min-w-0 p-8 rounded-input text-left ${styles.option}`}
              onClick={() => onTake(suggestion)}
            >
              <Marked {...suggestion} />
              {hintOf(suggestion) && <small>{hintOf(suggestion)}</small>}
            </BareButton>
            {isRecent && (
              <IconButton
                label={`删除“${suggestion.text}”`}
                size="small"
                tabIndex={-1}
                onClick={() => onForget(suggestion.text)}
              >
                <CloseIcon size={12} />
              </IconButton>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

const kindWords = { word: '', category: '分类', author: '作者', imageSet: '图集' } as const;
const hintOf = ({ kind, hint }: Suggestion) => [kindWords[kind], hint].filter(Boolean).join(' · ');

/** A suggestion with the typed parts marked. */
function Marked({ text, marks }: Pick<Suggestion, 'text' | 'marks'>) {
  const parts: { text: string; isMarked: boolean }[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push({ text: text.slice(from, start), isMarked: false }, { text: text.slice(start, end), isMarked: true });
    from = end;
  }
  parts.push({ text: text.slice(from), isMarked: false });
  // biome-ignore lint/suspicious/noArrayIndexKey: stretches of one word, in its order
  return <span>{parts.map((part, at) => (part.isMarked ? <mark key={at}>{part.text}</mark> : part.text))}</span>;
}

/** The hot words one after the other, while nobody is at the box. */
function useRolling(words: readonly string[], isRolling: boolean): string | undefined {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!isRolling || words.length < 2) return;
    const timer = window.setInterval(() => setAt((at) => at + 1), rollMs);
    return () => window.clearInterval(timer);
  }, [isRolling, words.length]);
  return words[at % Math.max(1, words.length)];
}

/** Milliseconds a word rests before it is asked about. */
const restMs = 150;

/** Suggestions for a typed word; answers that come after another word was typed are dropped. */
function useSuggestions(word: string, isWanted: boolean): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (word === '') setFound([]);
    if (word === '' || !isWanted) return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      readSuggestions(word).then(
        (answer) => isCurrent && setFound(answer),
        // Without suggestions the word itself can still be searched for.
        () => isCurrent && setFound([]),
      );
    }, restMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [word, isWanted]);
  return found;
}
