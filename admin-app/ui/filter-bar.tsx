import type { BaseRecord } from '@refinedev/core';
import { Button, Input, Select, Tooltip } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { RefreshIcon, SearchIcon } from './icons.tsx';
import type { ListFilters, ListTable } from './use-list-table.ts';

/** Title, count and main action of a list. */
export function PageHead({
  title,
  action,
  query,
}: {
  title: string;
  action?: ReactNode;
  query: Pick<ListTable<BaseRecord>['tableQuery'], 'isFetching' | 'refetch'>;
}) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      <div className="page-actions">
        <Tooltip title="刷新">
          <Button
            type="text"
            icon={<RefreshIcon />}
            aria-label="刷新列表"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          />
        </Tooltip>
        {action}
      </div>
    </header>
  );
}

/** Search that asks on Enter and when it is emptied; follows the address. */
export function SearchFilter({
  list,
  name,
  label,
  placeholder,
}: {
  list: ListFilters;
  name: string;
  label: string;
  placeholder: string;
}) {
  const asked = list.valuesOf(name)[0] ?? '';
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  const ask = (value: string) => {
    const next = value.trim();
    if (next !== asked) list.setFilter(name, next ? [next] : []);
  };
  return (
    <Input
      className="filter-search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      prefix={<SearchIcon />}
      allowClear
      maxLength={60}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        if (event.target.value === '') ask('');
      }}
      onPressEnter={() => ask(text)}
    />
  );
}

export interface Choice {
  value: string;
  label: string;
}

export function ChoiceFilter({
  list,
  name,
  label,
  choices,
  isMultiple = false,
}: {
  list: ListFilters;
  name: string;
  label: string;
  choices: readonly Choice[];
  isMultiple?: boolean;
}) {
  const shared = {
    className: 'filter-choice',
    'aria-label': label,
    placeholder: label,
    options: choices as Choice[],
    allowClear: true,
    popupMatchSelectWidth: false,
    optionFilterProp: 'label',
  };
  if (isMultiple) {
    return (
      <Select<string[]>
        {...shared}
        mode="multiple"
        maxTagCount="responsive"
        value={list.valuesOf(name)}
        onChange={(values) => list.setFilter(name, values)}
      />
    );
  }
  return (
    <Select<string | null>
      {...shared}
      value={list.valuesOf(name)[0] ?? null}
      onChange={(value) => list.setFilter(name, value ? [value] : [])}
    />
  );
}

/** A filter that came by link, e.g. one account; can only be taken off here. */
export function FilterChip({ children, onRemove }: { children: ReactNode; onRemove: () => void }) {
  return (
    <span className="filter-chip">
      {children}
      <button type="button" aria-label="移除该筛选" onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
