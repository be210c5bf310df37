import { Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { shortId } from './format.ts';
import { SearchIcon } from './icons.tsx';
import { useAddresses } from './use-addresses.ts';
import type { ListFilters } from './use-list-table.ts';

/** Search that asks on Enter and when it is emptied; follows the address. */
export function SearchFilter({
  list,
  name = 'q',
  label,
  placeholder,
}: {
  list: ListFilters;
  name?: string;
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

export interface FilterChoice {
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
  choices: readonly FilterChoice[];
  isMultiple?: boolean;
}) {
  const shared = {
    className: 'filter-choice',
    'aria-label': label,
    placeholder: label,
    options: choices as FilterChoice[],
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

/** One account, which came by link; can only be taken off here. */
export function AccountChip({ list }: { list: ListFilters }) {
  const { record } = useAddresses('account');
  const accountId = list.valuesOf('accountId')[0];
  if (!accountId) return null;
  return (
    <span className="filter-chip">
      只看账号 <Link to={record(accountId)}>{shortId(accountId)}</Link>
      <button type="button" aria-label="移除该筛选" onClick={() => list.setFilter('accountId', [])}>
        ×
      </button>
    </span>
  );
}
