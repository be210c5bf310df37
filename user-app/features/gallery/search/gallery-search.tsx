import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Suggestion } from '#shared/contract/gallery-picture';
import { pathTo } from '#shared/domain/category-tree';
import { useCategories } from '../../../data/category';
import { useHotWords } from '../../../data/gallery';
import { recentSearches } from '../../../lib/local-list';
import { history, useSearchParams } from '../../../lib/router';
import { BareButton } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { CloseIcon, ImageSearchIcon, SearchIcon } from '../../../ui/icons';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import styles from './gallery-search.css';
import { useSuggestions } from './use-suggestions';

const PictureSearchDialog = lazy(() => import('./picture-search-dialog'));

/** Milliseconds a hot word stands in the empty box. */
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

/** The search box of the gallery: what was asked for last, what is asked for most, and what the typed could mean. */
export function GallerySearch() {
  const [query] = useSearchParams();
  const keyword = query.get('keyword') ?? '';
  const { data: hotWords = [] } = useHotWords();
  const { data: categories = [] } = useCategories();
  const recent = recentSearches.use();
  const undo = useUndo();
  const [text, setText] = useState(keyword);
  const [isOpen, setOpen] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const [active, setActive] = useState(-1);
  const [isPictureSearch, setPictureSearch] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const listId = useId();
  const rolling = useRolling(hotWords, !isOpen);
  const found = useSuggestions(text.trim(), isOpen && !isComposing);

  useEffect(() => setText(keyword), [keyword]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [isOpen]);

  const isEmpty = text.trim() === '';
  const entries: Entry[] = isEmpty
    ? [...recent.map((word) => entryOf(word, true)), ...hotWords.map((word) => entryOf(word, false))]
    : found.map((suggestion) => ({
        key: `${suggestion.kind}:${suggestion.id ?? suggestion.text}`,
        suggestion,
        isRecent: false,
      }));

  const search = (word: string) => {
    const wanted = word.trim();
    setOpen(false);
    setActive(-1);
    setText(wanted);
    if (wanted) recentSearches.addFirst(wanted);
    history.push(wanted ? `/tupianHome?keyword=${encodeURIComponent(wanted)}` : '/tupianHome');
  };
  const forget = (word: string) => {
    recentSearches.toggle(word);
    undo.offer({ text: `已删除“${word}”`, act: () => recentSearches.addFirst(word) });
  };
  const take = ({ kind, text: word, id }: Suggestion) => {
    if (kind === 'word' || id === null) return search(word);
    setOpen(false);
    setText('');
    if (kind === 'author') history.push(`/otherPersonCenter/${id}`);
    else if (kind === 'imageSet') history.push(`/authorInspirationhome/${id}`);
    else {
      const ids = pathTo(categories, id).slice(0, 3);
      history.push(`/classifyPage/${ids.length > 0 ? ids.map((category) => category.id).join('-') : id}`);
    }
  };
  const byKey = (event: KeyboardEvent) => {
    // Keys of an input method choose its words.
    if (event.nativeEvent.isComposing || isComposing) return;
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const places = entries.length + 1;
      setActive((known) => ((known + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const entry = isOpen ? entries[active] : undefined;
      if (entry) take(entry.suggestion);
      else search(isEmpty && rolling ? rolling : text);
    }
  };
  const isShown = isOpen && entries.length > 0;
  const firstHot = entries.findIndex(({ isRecent }) => !isRecent);

  return (
    <form ref={box} role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
      <SearchIcon size={18} className={styles.icon} />
      <input
        type="text"
        className={styles.input}
        role="combobox"
        aria-label="搜索图库"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={rolling ? `大家在搜：${rolling}` : '搜索图片、图集、作者'}
        maxLength={60}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={byKey}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
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
      <IconButton label="以图搜图" size="small" onClick={() => setPictureSearch(true)}>
        <ImageSearchIcon size={18} />
      </IconButton>
      {isShown && (
        <div id={listId} role="listbox" aria-label="搜索建议" className={styles.list}>
          {entries.map(({ key, suggestion, isRecent }, at) => (
            <div key={key} className={styles.row}>
              {isEmpty && (at === 0 || at === firstHot) && (
                <p className={styles.heading}>{isRecent ? '最近搜索' : '热门'}</p>
              )}
              <div className={styles.entry}>
                <BareButton
                  id={`${listId}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  tabIndex={-1}
                  className={styles.option}
                  onClick={() => take(suggestion)}
                >
                  <Marked {...suggestion} />
                  {hintOf(suggestion) && <small>{hintOf(suggestion)}</small>}
                </BareButton>
                {isRecent && (
                  <IconButton
                    label={`删除“${suggestion.text}”`}
                    size="small"
                    tabIndex={-1}
                    onClick={() => forget(suggestion.text)}
                  >
                    <CloseIcon size={12} />
                  </IconButton>
                )}
              </div>
            </div>
          ))}
        </div>
      )}
      {isPictureSearch && (
        <Suspense fallback={null}>
          <PictureSearchDialog onClose={() => setPictureSearch(false)} />
        </Suspense>
      )}
      {createPortal(
        <UndoBar undo={undo.undo} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />,
        document.body,
      )}
    </form>
  );
}

const kindWords = { word: '', category: '分类', author: '作者', imageSet: '图集' } as const;
const hintOf = ({ kind, hint }: Suggestion) => [kindWords[kind], hint].filter(Boolean).join(' · ');

/** What was typed stands out in the word. */
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
    const timer = window.setInterval(() => setAt((known) => known + 1), rollMs);
    return () => window.clearInterval(timer);
  }, [isRolling, words.length]);
  return words[at % Math.max(1, words.length)];
}
