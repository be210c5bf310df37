import { useNavigate } from '@umijs/max';
import { useState } from 'react';
import { type ToolGroup, toolGroupLabels } from '#shared/tools/groups';
import { groupCards, searchTools } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { EmptyState } from '../../ui/empty-state';
import { ToolGrid } from './tool-grid';
import { ToolSearch } from './tool-search';
import styles from './tool-wall.css';

/** Columns of the wall on wide screens; small groups share a row. */
const widestGroup = 5;

/** All tools by groups, with search and a choice of one group. `level` is that of the groups' headings. */
export function ToolWall({ level = 3 }: { level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const cards = useToolCards();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ToolGroup>();
  const groups = groupCards(cards);
  const isSearching = query.trim() !== '';
  const found = isSearching ? searchTools(cards, query) : [];
  const best = found[0];

  return (
    <div>
      <div className={styles.bar}>
        <ToolSearch value={query} onChange={setQuery} hasShortcut onEnter={() => best && navigate(best.path)} />
        <div className={styles.chips} role="group" aria-label="按分组筛选">
          <Chip count={cards.length} aria-pressed={!chosen} onClick={() => setChosen(undefined)}>
            全部
          </Chip>
          {groups.map(({ group, cards: members }) => (
            <Chip
              key={group}
              count={members.length}
              aria-pressed={chosen === group}
              onClick={() => setChosen(chosen === group ? undefined : group)}
            >
              {toolGroupLabels[group]}
            </Chip>
          ))}
        </div>
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
      {!isSearching && (
        <div className={styles.groups}>
          {groups
            .filter(({ group }) => !chosen || group === chosen)
            .map(({ group, cards: members }) => (
              <section
                key={group}
                className={styles.group}
                data-span={chosen ? widestGroup : Math.min(members.length, widestGroup)}
                aria-labelledby={`tool-group-${group}`}
              >
                <Heading id={`tool-group-${group}`} className={styles.heading}>
                  {toolGroupLabels[group]}
                  <span className="tabular">{members.length}</span>
                </Heading>
                <ToolGrid cards={members} />
              </section>
            ))}
        </div>
      )}
    </div>
  );
}
