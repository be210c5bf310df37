import { AccountLink } from './account-link.tsx';
import type { DataColumn } from './data-table.tsx';
import { formatFen, formatNumber } from './format.ts';
import { Time } from './parts.tsx';

type Named<K extends string> = DataColumn<Readonly<Record<K, number | null>>>;
type Rest = Pick<DataColumn<never>, 'width' | 'isSortable' | 'pinned'>;

/** A moment by its field, e.g. `createdAt`. */
export function timeColumn<K extends string>(key: K, title: string, rest: Rest = {}): Named<K> {
  return { key, title, width: 124, render: (row) => <Time at={row[key]} />, ...rest };
}

/** The moment of an event, to the second. */
export function eventTimeColumn<K extends string>(key: K, title: string, rest: Rest = {}): Named<K> {
  return { key, title, width: 144, render: (row) => <Time at={row[key]} isExact />, ...rest };
}

/** An amount in fen by its field; an em dash where there is none. */
export function moneyColumn<K extends string>(key: K, title: string, rest: Rest = {}): Named<K> {
  return { key, title, width: 100, isFigure: true, render: (row) => <Money fen={row[key]} />, ...rest };
}

/** A number of things by its field; `none` stands for null. */
export function countColumn<K extends string>(key: K, title: string, width: number, none = '—'): Named<K> {
  const render: Named<K>['render'] = (row) => {
    const count = row[key];
    return count === null ? <span className="quiet">{none}</span> : formatNumber(count);
  };
  return { key, title, width, isFigure: true, render };
}

/** Whose it is. */
export function accountColumn(width = 150): DataColumn<{ accountId: string; nickName: string }> {
  return {
    key: 'account',
    title: '账号',
    width,
    render: ({ accountId, nickName }) => <AccountLink accountId={accountId} name={nickName} />,
  };
}

/** Whole fen as money with both decimals; an em dash for none. */
export function Money({ fen }: { fen: number | null }) {
  return fen === null ? <span className="quiet">—</span> : <span className="figures">{formatFen(fen)}</span>;
}
