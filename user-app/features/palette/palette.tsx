import { type KeyboardEvent, useId, useState } from 'react';
import { toolGroupLabels } from '#shared/tools/groups';
import { isFound } from '../../lib/is-found';
import { recentTools } from '../../lib/local-list';
import { useNavigate } from '../../lib/router';
import { groupCards, type ToolCard } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { BareButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ToolIcon } from '../../ui/icons/tool-icon';
import { type Entry, useFixedEntries, usePictureEntries, useWorkEntries } from './entries';
import { foundTools } from './matching';
import styles from './palette.css';

interface PaletteProps {
  /** True when only tools are looked through. */
  isForTools: boolean;
  isLoggedIn: boolean;
  onClose: () => void;
}

interface Group {
  title: string;
  entries: readonly (Entry & { toolId?: string })[];
}

const mostShown = 14;
/** Tools shown before anything is asked for. */
const mostRecent = 6;

/** One box for tools, own works, pages, the gallery's pages and settings; the list of all tools before a tool is asked for. */
export default function Palette({ isForTools, isLoggedIn, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const groups = useGroups({ isForTools, isLoggedIn, query });
  const shown = groups.flatMap(({ entries }) => entries);
  const active = Math.min(at, shown.length - 1);

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.act();
  };
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length > 0) {
      const next = (active + step + shown.length) % shown.length;
      setAt(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(shown[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={isForTools ? '换工具' : '搜索'} size="normal" onClose={onClose}>
      <input
        className={`w-full mt-4 p-0-12 border rounded-input bg-surface text-ink ${styles.input}`}
        role="combobox"
        aria-label={isForTools ? '搜索工具' : '搜索工具、作品、页面和设置'}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={isForTools ? '名称、拼音或首字母' : '工具、作品、图库、页面、设置，可用拼音'}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={byKey}
      />
      <div id={listId} role="listbox" aria-label="找到的" className={`grid overflow-y-auto mt-8 ${styles.list}`}>
        {groups.map(({ title, entries }) => (
          <div key={title} role="group" aria-label={title}>
            {title && <small aria-hidden="true">{title}</small>}
            {entries.map((entry) => {
              const place = shown.indexOf(entry);
              return (
                <BareButton
                  key={entry.id}
                  id={`${listId}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === active}
                  onPointerMove={() => setAt(place)}
                  onClick={() => choose(entry)}
                >
                  {entry.toolId && <ToolIcon toolId={entry.toolId} size={18} />}
                  {entry.thumb && <img src={entry.thumb} alt="" width={40} height={30} />}
                  <span>{entry.title}</span>
                  {entry.note && <small>{entry.note}</small>}
                </BareButton>
              );
            })}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.none}>没有找到“{query.trim()}”</p>}
    </Dialog>
  );
}

interface Asked {
  isForTools: boolean;
  isLoggedIn: boolean;
  query: string;
}

function useGroups({ isForTools, isLoggedIn, query }: Asked): Group[] {
  const navigate = useNavigate();
  const cards = useToolCards();
  const recent = recentTools.use();
  const works = useWorkEntries(isLoggedIn && !isForTools, query);
  const pictures = usePictureEntries(!isForTools, query);
  const fixed = useFixedEntries(isLoggedIn);
  const entryOf = ({ id, path, title }: ToolCard, note: string) => ({
    id,
    toolId: id,
    title,
    note,
    act: () => void navigate(path),
  });
  const tools = foundTools(cards, recent, query);
  const isAsked = query.trim() !== '';
  if (isForTools && isAsked) return [{ title: '', entries: tools.map((card) => entryOf(card, '')) }];
  if (isForTools) {
    return groupCards(cards).map(({ group, cards: members }) => ({
      title: toolGroupLabels[group],
      entries: members.map((card) => entryOf(card, '')),
    }));
  }
  const entries = [
    ...tools.slice(0, isAsked ? mostShown : mostRecent).map((card) => entryOf(card, '工具')),
    ...works.slice(0, mostRecent),
    ...fixed.filter(({ title }) => isFound(title, query)),
  ];
  // Pictures come late: they stand last, so that what is there stays where it is.
  return [{ title: '', entries: isAsked ? [...entries.slice(0, mostShown), ...pictures] : entries }];
}
