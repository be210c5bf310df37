import { formatDate } from '#shared/domain/format';
import { day } from '#shared/domain/time';
import { Button } from '../../../ui/button';
import { Chip, chipLook } from '../../../ui/chip';
import { Popover } from '../../../ui/popover';
import { CalendarIcon } from '../icons';
import type { WorksAddress } from '../use-works-address';
import styles from './filter-bar.css';

interface DateFilterProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (change: Pick<WorksAddress, 'from' | 'to'>) => void;
}

const spans = [
  ['今天', 1],
  ['近 7 天', 7],
  ['近 30 天', 30],
] as const;

/** Days between which works were started. */
export function DateFilter({ from, to, onChange }: DateFilterProps) {
  const today = formatDate(Date.now());
  const startOfSpan = (days: number) => formatDate(Date.now() - (days - 1) * day);
  const span = spans.find(([, days]) => from === startOfSpan(days) && (to === undefined || to === today));
  const words =
    span?.[0] ??
    (from && to && from !== to ? `${from} 至 ${to}` : from && !to ? `${from} 起` : (from ?? (to && `${to} 止`)));
  return (
    <Popover
      align="end"
      label={words ? `日期：${words}` : '按日期筛选'}
      triggerClassName={chipLook(words !== undefined)}
      panelClassName={`grid gap-8 p-12 ${styles.dates}`}
      trigger={
        <>
          <CalendarIcon size={16} />
          <span>{words ?? '日期'}</span>
        </>
      }
    >
      {(close) => (
        <>
          <div className="flex gap-4">
            {spans.map(([label, days]) => (
              <Chip
                key={label}
                aria-pressed={span?.[0] === label}
                onClick={() => {
                  onChange({ from: startOfSpan(days), to: undefined });
                  close();
                }}
              >
                {label}
              </Chip>
            ))}
          </div>
          <label>
            从
            <input
              type="date"
              max={to ?? today}
              value={from ?? ''}
              onChange={(event) => onChange({ from: event.target.value || undefined, to })}
            />
          </label>
          <label>
            到
            <input
              type="date"
              min={from}
              max={today}
              value={to ?? ''}
              onChange={(event) => onChange({ from, to: event.target.value || undefined })}
            />
          </label>
          <Button
            look="quiet"
            size="small"
            disabled={!words}
            onClick={() => {
              onChange({ from: undefined, to: undefined });
              close();
            }}
          >
            不限日期
          </Button>
        </>
      )}
    </Popover>
  );
}
