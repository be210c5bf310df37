import { type HttpError, useList } from '@refinedev/core';
import type { Account } from '#shared/contract/staff';
import { minute } from '#shared/domain/time';
import { Clip } from './parts.tsx';

const staffType = 9;
const labels: Record<string, string> = { buyer: '买家', provider: '支付渠道', system: '系统' };

/** Names who did something: the buyer, the payment provider, the program, or a member of staff known by id. */
export function useActorName(): (actor: string) => string {
  const { result } = useList<Account, HttpError>({
    resource: 'account',
    dataProviderName: 'manage',
    filters: [{ field: 'userType', operator: 'eq', value: staffType }],
    pagination: { currentPage: 1, pageSize: 100 },
    errorNotification: false,
    queryOptions: { staleTime: 5 * minute },
  });
  return (actor) => {
    const staff = result.data.find(({ accountId }) => accountId === actor);
    return labels[actor] ?? (staff ? staff.nickName || (staff.loginName ?? actor) : actor);
  };
}

export function Actor({ actor }: { actor: string | null }) {
  const nameOf = useActorName();
  return <Clip text={actor === null ? '' : nameOf(actor)} />;
}
