import { type HttpError, useList } from '@refinedev/core';
import { App } from 'antd';
import { useEffect } from 'react';
import { localStore } from '#shared/browser/stores';
import { minute } from '#shared/domain/time';
import { useStaff } from '../../providers/staff-session.ts';
import { useActorName } from '../../ui/actor.tsx';
import { type AnsweredChange, newlyAnswered } from './answered.ts';

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
  const { query } = useList<AnsweredChange, HttpError>({
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
  const changes = query.data?.data;
  useEffect(() => {
    if (!me || !changes) return;
    const key = keyOf(me.accountId);
    const stored = localStore.getItem(key);
    const { fresh, shownUntil } = newlyAnswered(changes, me.accountId, stored === null ? null : Number(stored));
    localStore.setItem(key, String(shownUntil));
    for (const { status, answeredBy, title, subject, answer, id } of fresh) {
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
