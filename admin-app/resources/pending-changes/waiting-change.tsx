import { type HttpError, useList } from '@refinedev/core';
import type { PendingChange } from '#shared/contract/pending-change';
import type { PendingKind } from '#shared/domain/second-person';
import { Section } from '../../ui/parts.tsx';
import { PendingActions } from './pending-actions.tsx';
import { fieldWords } from './pending-words.tsx';

/** What of a record waits for a second person, with the yes and the no; nothing where nothing does. */
export function WaitingChange({ kind, subject }: { kind: PendingKind; subject: string }) {
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
  const [change] = result.data;
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
