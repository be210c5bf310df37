import { DatePicker, Input } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { endOfDay, formatDate, parseYuan, startOfDay, toYuanText } from './format.ts';
import type { ListFilters } from './use-list-table.ts';

interface Props {
  list: ListFilters;
  /** Stem of the two filters, e.g. `amount` for `amount_gte` and `amount_lte`. */
  name: string;
  label: string;
}

const day = 'YYYY-MM-DD';
const presets = [
  { label: '今天', value: () => [dayjs(), dayjs()] },
  { label: '近 7 天', value: () => [dayjs().subtract(6, 'day'), dayjs()] },
  { label: '近 30 天', value: () => [dayjs().subtract(29, 'day'), dayjs()] },
  { label: '本月', value: () => [dayjs().startOf('month'), dayjs()] },
] as const;

/** Days from and to, both included, in China. */
export function DateRangeFilter({ list, name, label }: Props) {
  const [from, until] = [`${name}_gte`, `${name}_lte`].map((field) => {
    const instant = Number(list.valuesOf(field)[0]);
    return instant > 0 ? dayjs(formatDate(instant)) : null;
  });
  return (
    <DatePicker.RangePicker
      className="filter-dates"
      aria-label={label}
      allowEmpty={[true, true]}
      placeholder={[`${label}起`, '止']}
      value={[from ?? null, until ?? null]}
      presets={
        presets.map(({ label: word, value }) => ({
          label: word,
          value: () => value() as unknown as [dayjs.Dayjs, dayjs.Dayjs],
        })) as never
      }
      onChange={(days) => {
        const [first, last] = days ?? [];
        list.setFilters({
          [`${name}_gte`]: first ? [String(startOfDay(first.format(day)))] : [],
          [`${name}_lte`]: last ? [String(endOfDay(last.format(day)))] : [],
        });
      }}
    />
  );
}

/** Amounts from and to in yuan, both included; asked on Enter or when left. */
export function AmountRangeFilter({ list, name, label }: Props) {
  return (
    <fieldset className="filter-amounts" aria-label={label}>
      <AmountEnd list={list} name={`${name}_gte`} label={`${label}不低于`} placeholder={`${label} ¥`} />
      <span className="quiet">–</span>
      <AmountEnd list={list} name={`${name}_lte`} label={`${label}不高于`} placeholder="¥" />
    </fieldset>
  );
}

function AmountEnd({ list, name, label, placeholder }: Props & { placeholder: string }) {
  const asked = list.valuesOf(name)[0];
  const shown = asked === undefined || !/^\d+$/.test(asked) ? '' : toYuanText(Number(asked));
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const fen = text.trim() === '' ? undefined : parseYuan(text);
  const ask = () => {
    if (fen === null || fen === (shown === '' ? undefined : Number(asked))) return;
    list.setFilters({ [name]: fen === undefined ? [] : [String(fen)] });
  };
  return (
    <Input
      className="filter-amount figures"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={placeholder}
      maxLength={40}
      value={text}
      {...(fen === null && { status: 'error' as const })}
      onChange={(event) => setText(event.target.value)}
      onBlur={ask}
      onPressEnter={ask}
    />
  );
}
