import type { Account } from '#shared/contract/staff';
import { formatExactTime } from '../../ui/format.ts';
import { StatusDot } from '../../ui/parts.tsx';

/** Deleted, active or banned; when or why on hover. */
export function AccountStatus({ account: { deletedAt, status, statusReason } }: { account: Account }) {
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
      <StatusDot tone="danger">已停用</StatusDot>
    </span>
  );
}
