import { formatNumber } from '#shared/domain/format';
import { toolGroupLabels, toolGroups } from '#shared/tools/groups';
import type { ToolCard } from '../../../lib/tool-card';
import { BareButton, Button } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { StarMark } from '../icons';
import { isNarrowed, type ShownTab, shownTabs, type WorksAddress } from '../use-works-address';
import { DateFilter } from './date-filter';
import styles from './filter-bar.css';

const tabWords: Record<ShownTab, string> = { all: '全部', running: '进行中', failed: '失败', bin: '回收站' };

interface FilterBarProps {
  address: WorksAddress;
  counts: Readonly<Record<ShownTab, number>> | undefined;
  cards: readonly ToolCard[];
  onShow: (change: Partial<WorksAddress>) => void;
  onEmptyBin: (count: number) => void;
}

/** Tabs, and what narrows the list. */
export function FilterBar({ address, counts, cards, onShow, onEmptyBin }: FilterBarProps) {
  const { tab, tool, isStarred, isByScore, from, to, project } = address;
  // Counts are of all works; a number beside a project would be wrong.
  const shownCounts = project === undefined && !isNarrowed(address) ? counts : undefined;
  return (
    <div className={`row flex-wrap justify-between gap-8-16 ${styles.bar}`}>
      <div className={`row p-4 rounded-chip ${styles.tabs}`} role="group" aria-label="按状态筛选">
        {shownTabs.map((name) => (
          <BareButton key={name} aria-pressed={tab === name} onClick={() => onShow({ tab: name })}>
            {tabWords[name]}
            {shownCounts !== undefined && shownCounts[name] > 0 && <span>{formatNumber(shownCounts[name])}</span>}
          </BareButton>
        ))}
      </div>
      <div className={`row ${styles.filters}`}>
        {tab === 'bin' && counts !== undefined && counts.bin > 0 && (
          <Chip onClick={() => onEmptyBin(counts.bin)}>清空回收站</Chip>
        )}
        <span
          className={
            tool
              ? `inline-flex items-center gap-8 rounded-input bg-surface tabular nowrap ${styles.selectOn}`
              : `inline-flex items-center gap-8 rounded-input bg-surface tabular nowrap ${styles.select}`
          }
        >
          <select
            aria-label="按工具筛选"
            value={tool ?? ''}
            onChange={(event) => onShow({ tool: event.target.value || undefined })}
          >
            <option value="">全部工具</option>
            {toolGroups.map((group) => (
              <optgroup key={group} label={toolGroupLabels[group]}>
                {cards
                  .filter((card) => card.group === group)
                  .map((card) => (
                    <option key={card.id} value={card.id}>
                      {card.title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </span>
        <DateFilter from={from} to={to} onChange={onShow} />
        <Chip aria-pressed={isStarred} onClick={() => onShow({ isStarred: !isStarred })}>
          <StarMark isStarred={isStarred} size={16} />
          <span>星标</span>
        </Chip>
        {tab !== 'bin' && (
          <Chip aria-pressed={isByScore} onClick={() => onShow({ isByScore: !isByScore })}>
            按结构分排序
          </Chip>
        )}
        {isNarrowed(address) && (
          <Button
            look="quiet"
            size="small"
            onClick={() => onShow({ tool: undefined, isStarred: false, keyword: '', from: undefined, to: undefined })}
          >
            清除筛选
          </Button>
        )}
      </div>
    </div>
  );
}
