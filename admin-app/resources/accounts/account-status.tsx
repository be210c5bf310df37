import type { Account } from '#shared/contract/staff';
import { formatExactTime, formatTime } from '../../ui/format.ts';
import { StatusDot } from '../../ui/parts.tsx';

/** Deleted, active or banned, and until when; when or why on hover. */
export function AccountStatus({ account: { deletedAt, status, statusReason, bannedUntil } }: { account: Account }) {
  if (deletedAt !== null) {
    return (
      <span title={formatExactTime(deletedAt)}>
        <StatusDot tone="quiet">已删除</StatusDot>
      </span>
    );
  }
  if (status === 'active') return <StatusDot tone="success">正常</StatusDot>;
  return (
    <span title={statusReason}>
      <StatusDot tone="danger">{bannedUntil === null ? '已停用' : `封禁至 ${formatTime(bannedUntil)}`}</StatusDot>
    </span>
  );
}
