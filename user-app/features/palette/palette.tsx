import { useNavigate } from '@umijs/max';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { readWorksPage } from '../../data/works';
import { recentTools } from '../../lib/local-list';
import { chooseTheme } from '../../lib/theme';
import { searchTools, type ToolCard } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { BareButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { initialsOf } from './initials';
import styles from './palette.css';

interface Entry {
  id: string;
  title: string;
  note: string;
  act: () => void;
}

interface PaletteProps {
  /** Whether only tools are looked through. */
  isForTools: boolean;
  isLoggedIn: boolean;
  onClose: () => void;
}

const mostShown = 12;
const pages = [
  ['/', '首页'],
  ['/list', '功能列表'],
  ['/tupianHome', '灵感图库'],
  ['/gpt2', 'AI 助手'],
  ['/aiDesignMangement', '作品'],
  ['/membership', '会员与券'],
  ['/orders', '我的订单'],
  ['/tickets', '券明细'],
  ['/qaPage', '帮助中心'],
] as const;
const themes = [
  ['light', '浅色外观'],
  ['dark', '深色外观'],
  ['system', '外观跟随系统'],
] as const;

/** One box for tools, own works, pages and settings; recent tools first. */
export default function Palette({ isForTools, isLoggedIn, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const cards = useToolCards();
  const recent = recentTools.use();
  const works = useWorkEntries(isLoggedIn && !isForTools);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();

  const goTo = (path: string) => () => navigate(path);
  const toolEntries = foundTools(cards, recent, query).map((card) => ({
    id: `tool-${card.id}`,
    title: card.title,
    note: '工具',
    act: goTo(card.path),
  }));
  const others: Entry[] = isForTools
    ? []
    : [
        ...works.map(({ taskId, title }) => ({
          id: `work-${taskId}`,
          title,
          note: '作品',
          act: goTo(`/aiDesignMangement#${taskId}`),
        })),
        ...pages.map(([path, title]) => ({ id: path, title, note: '页面', act: goTo(path) })),
        ...themes.map(([mode, title]) => ({ id: mode, title, note: '设置', act: () => chooseTheme(mode) })),
      ].filter(({ title }) => isMatch(title, query));
  const shown = [...toolEntries.slice(0, query ? mostShown : 6), ...others].slice(0, mostShown);
  const active = Math.min(at, shown.length - 1);

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.act();
  };
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length > 0) setAt((active + step + shown.length) % shown.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(shown[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={isForTools ? '换工具' : '搜索'} size="normal" onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={isForTools ? '搜索工具' : '搜索工具、作品、页面和设置'}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={isForTools ? '工具名称或拼音首字母' : '工具、作品、页面、设置，可用拼音首字母'}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={byKey}
      />
      <div id={listId} role="listbox" aria-label="找到的" className={styles.list}>
        {shown.map((entry, place) => (
          <BareButton
            key={entry.id}
            id={`${listId}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            onPointerMove={() => setAt(place)}
            onClick={() => choose(entry)}
          >
            <span>{entry.title}</span>
            <small>{entry.note}</small>
          </BareButton>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.none}>没有找到“{query.trim()}”</p>}
    </Dialog>
  );
}

function isMatch(title: string, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return title.toLowerCase().includes(wanted) || initialsOf(title).includes(wanted);
}

/** Without a query the recent tools first; with one the best matches, then those whose first letters match. */
function foundTools(cards: readonly ToolCard[], recent: readonly string[], query: string): ToolCard[] {
  if (query.trim() === '') {
    const place = (card: ToolCard) => (recent.includes(card.id) ? recent.indexOf(card.id) : recent.length);
    return [...cards].sort((one, other) => place(one) - place(other));
  }
  const found = searchTools(cards, query);
  return [...found, ...cards.filter((card) => !found.includes(card) && isMatch(card.title, query))];
}

/** The newest works by title. */
function useWorkEntries(isOn: boolean): { taskId: string; title: string }[] {
  const [works, setWorks] = useState<{ taskId: string; title: string }[]>([]);
  useEffect(() => {
    if (!isOn) return;
    const aborter = new AbortController();
    readWorksPage({ tab: 'all' }, null, aborter.signal).then(
      (page) => setWorks(page.list.flatMap(({ taskId, title }) => (title ? [{ taskId, title }] : []))),
      () => undefined,
    );
    return () => aborter.abort();
  }, [isOn]);
  return works;
}
