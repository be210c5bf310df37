import { type BaseRecord, CanAccess } from '@refinedev/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import type { BulkVerb } from './bulk.ts';
import { BulkButton } from './bulk-button.tsx';
import { mostSelected, type Selection } from './use-selection.ts';

interface Props<R extends BaseRecord> {
  resource: string;
  /** Chinese name of the rows, e.g. 账号. */
  what: string;
  selection: Selection<R>;
  verbs: ReadonlyArray<BulkVerb<R>>;
  nameOf: (row: R) => string;
  /** Rows that the filters find. */
  total: number;
  /** Further things to do with what is chosen. */
  more?: ReactNode;
}

/** Stands over a list while rows are chosen: how many, all of them, and what to do. */
export function BulkBar<R extends BaseRecord>({ resource, what, selection, verbs, nameOf, total, more }: Props<R>) {
  const { ids, chooseAll, clear, isReading } = selection;
  const chosen = ids.length;
  const most = Math.min(total, mostSelected);
  return (
    <section className="bulk-bar" aria-label="已选中的行" hidden={chosen === 0}>
      <span role="status" className="figures">
        {chosen > 0 && `已选 ${formatNumber(chosen)} 个${what}`}
      </span>
      {chosen > 0 && (
        <>
          {chosen < most && (
            <Button type="link" size="small" loading={isReading} onClick={() => void chooseAll()}>
              {total > mostSelected ? `选择前 ${mostSelected} 个` : `选择符合条件的全部 ${formatNumber(total)} 个`}
            </Button>
          )}
          {verbs.map((verb) => (
            <CanAccess key={verb.verb} resource={resource} action={verb.action}>
              <BulkButton resource={resource} what={what} verb={verb} selection={selection} nameOf={nameOf} />
            </CanAccess>
          ))}
          {more}
          <Button type="text" size="small" onClick={clear}>
            取消选择
          </Button>
        </>
      )}
    </section>
  );
}
