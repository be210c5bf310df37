import { useEffect, useMemo, useState } from 'react';
import { type ToolGroup, toolGroupLabels } from '#shared/tools/groups';
import { setProductState, useProductState } from '../../lib/product-state';
import { useNavigate } from '../../lib/router';
import { groupCards, searchTools } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { EmptyState } from '../../ui/empty-state';
import { ToolGrid } from './tool-grid';
import { ToolSearch } from './tool-search';
import styles from './tool-wall.css';

const partId = (group: ToolGroup) => `tool-group-${group}`;

/** All tools in one grid, with search and ways to the first of each group. `level` is that of the groups' headings. */
export function ToolWall({ level = 3 }: { level?: 2 | 3 }) {
  const all = useToolCards();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const groups = useMemo(() => groupCards(all), [all]);
  const cards = groups.flatMap((group) => group.cards);
  const parts = new Map(
    groups.map(({ group, cards: [first] }) => [first?.id ?? '', { id: partId(group), title: toolGroupLabels[group] }]),
  );
  const isSearching = query.trim() !== '';
  const found = isSearching ? searchTools(all, query) : [];
  const best = found[0];
  const tab = useProductState('list_tab');
  useReadPart(groups.map(({ group }) => partId(group)));

  const jump = (group: ToolGroup | undefined) => {
    setQuery('');
    // After the grid stands again.
    requestAnimationFrame(() =>
      document.getElementById(group ? partId(group) : wallId)?.scrollIntoView({ behavior: 'smooth', block: 'start' }),
    );
  };

  return (
    <div id={wallId} className={styles.wall}>
      <div className={`row sticky z-sticky flex-wrap border-b bg-page ${styles.bar}`}>
        <ToolSearch value={query} onChange={setQuery} hasShortcut onEnter={() => best && navigate(best.path)} />
        <nav className={`flex gap-4 overflow-x-auto ${styles.chips}`} aria-label="到分组">
          <Chip count={all.length} {...currentWhen(!isSearching && tab === 1)} onClick={() => jump(undefined)}>
            全部
          </Chip>
          {groups.map(({ group, cards: members }, index) => (
            <Chip
              key={group}
              count={members.length}
              {...currentWhen(!isSearching && tab === index + 2)}
              onClick={() => jump(group)}
            >
              {toolGroupLabels[group]}
            </Chip>
          ))}
        </nav>
      </div>
      <p className="visually-hidden" role="status">
        {isSearching ? `找到 ${found.length} 个工具` : ''}
      </p>
      {isSearching && found.length > 0 && <ToolGrid cards={found} />}
      {isSearching && found.length === 0 && (
        <EmptyState
          drawing="lost"
          level={level}
          title={`没有找到“${query.trim()}”`}
          text="换一个词试试：渲染、线稿、材质、抠图、夜景、视频。"
        >
          <Button onClick={() => setQuery('')}>清空搜索</Button>
        </EmptyState>
      )}
      {!isSearching && <ToolGrid cards={cards} parts={parts} level={level} />}
    </div>
  );
}

const wallId = 'tool-wall';
/** Pixels below the window's edge at which a part that was jumped to has stopped, and a little more. */
const stopBelow = 136;
const currentWhen = (isCurrent: boolean) => (isCurrent ? ({ 'aria-current': 'location' } as const) : {});

/** Keeps which part of the grid is read: the last one whose first card has come up to the bar; before that all of it. */
function useReadPart(ids: readonly string[]): void {
  const names = ids.join(' ');
  useEffect(() => {
    const note = () => {
      const { scrollHeight } = document.documentElement;
      // At the page's end the last parts cannot come up further.
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
      const line = isAtEnd ? window.innerHeight : stopBelow;
      const passed = names
        .split(' ')
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line);
      setProductState({ list_tab: passed.length + 1 });
    };
    note();
    document.addEventListener('scroll', note, { passive: true });
    return () => {
      document.removeEventListener('scroll', note);
      setProductState({ list_tab: 1 });
    };
  }, [names]);
}
