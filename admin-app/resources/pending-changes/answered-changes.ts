import { type HttpError, useList } from '@refinedev/core';
import { App } from 'antd';
import { useEffect } from 'react';
import type { PendingChange } from '#shared/contract/pending-change';
import { minute } from '#shared/domain/time';
import { useStaff } from '../../providers/staff-session.ts';
import { useActorName } from '../../ui/actor.tsx';

const said = { approved: '已批准', rejected: '已驳回', expired: '没有人批准，已作废' } as const;
const keyOf = (accountId: string) => `zhuhui-answered:${accountId}`;

/**
 * Notifies the requester when their pending change was approved, rejected or has expired. Polls once a minute. The time
 * of the newest decision already shown is kept in local storage, so each one is shown once per browser.
 */
export function AnsweredChanges(): null {
  const me = useStaff();
  const { notification } = App.useApp();
  const nameOf = useActorName();
  const { result } = useList<PendingChange, HttpError>({
    resource: 'pendingChanges',
    filters: [
      { field: 'requestedBy', operator: 'eq', value: me?.accountId },
      { field: 'status', operator: 'in', value: Object.keys(said) },
    ],
    sorters: [{ field: 'createdAt', order: 'desc' }],
    pagination: { currentPage: 1, pageSize: 20 },
    errorNotification: false,
    queryOptions: { enabled: me?.mustSetUp.length === 0, refetchInterval: minute },
  });
  const changes = result.data;
  useEffect(() => {
    if (!me || changes.length === 0) return;
    const key = keyOf(me.accountId);
    const told = localStorage.getItem(key);
    const newest = Math.max(...changes.map(({ answeredAt }) => answeredAt ?? 0));
    localStorage.setItem(key, String(Math.max(newest, Number(told ?? 0))));
    // Without a stored time this is the first fetch in this browser: do not notify about old decisions.
    if (told === null) return;
    for (const change of changes) {
      const { status, answeredAt, answeredBy, title, subject, answer, id } = change;
      if (status === 'waiting' || (answeredAt ?? 0) <= Number(told) || answeredBy === me.accountId) continue;
      const by = answeredBy === null ? '' : `「${nameOf(answeredBy)}」`;
      notification.info({
        key: id,
        message: `您提出的「${title || subject}」${by}${said[status]}`,
        description: answer,
      });
    }
  }, [me, changes, nameOf, notification]);
  return null;
}
