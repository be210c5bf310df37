import { type HttpError, useList } from '@refinedev/core';
import type { PendingChange } from '#shared/contract/pending-change';
import type { PendingKind } from '#shared/domain/second-person';
import { Section } from '../../ui/parts.tsx';
import { PendingActions } from './pending-actions.tsx';
import { fieldWords } from './pending-words.tsx';

/** The pending change of a record; undefined when there is none. */
export function useWaitingChange(kind: PendingKind, subject: string): PendingChange | undefined {
  const { result } = useList<PendingChange, HttpError>({
    resource: 'pendingChanges',
    filters: [
      { field: 'kind', operator: 'eq', value: kind },
      { field: 'subject', operator: 'eq', value: subject },
      { field: 'status', operator: 'eq', value: 'waiting' },
    ],
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
  });
  return result.data[0];
}

/** The pending change of a record with buttons to approve and reject it; renders nothing when there is none. */
export function WaitingChange({ kind, subject }: { kind: PendingKind; subject: string }) {
  const change = useWaitingChange(kind, subject);
  return change ? <WaitingSection change={change} /> : null;
}

export function WaitingSection({ change }: { change: PendingChange }) {
  return (
    <Section title="等待批准的修改" more={<PendingActions change={change} />}>
      <p className="line">
        {fieldWords(change)} <span className="quiet">{change.reason}</span>
      </p>
    </Section>
  );
}
