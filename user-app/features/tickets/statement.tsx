import type { TicketMovement } from '#shared/contract/membership';
import { formatDateTime, formatNumber } from '#shared/domain/format';
import { type TicketKind, ticketLabels } from '#shared/domain/ticket-kind';
import { useTicketStatement } from '../../data/ticket';
import { Link } from '../../lib/router';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ListStates } from '../../ui/list-states';
import styles from './tickets.css';

const movementWords: Readonly<Record<string, string>> = {
  grant: '发放',
  hold: '占用',
  spend: '使用',
  return: '退回',
  expire: '到期',
  revoke: '收回',
  adjust: '调整',
};

/** Link to the source of a movement; undefined when there is no screen for it. */
function linkOf(reference: string | null): readonly [label: string, to: string] | undefined {
  if (reference?.startsWith('task_')) return ['查看作品', `/aiDesignMangement#${encodeURIComponent(reference)}`];
  if (reference?.startsWith('order_')) return ['查看订单', `/done?orderId=${encodeURIComponent(reference)}`];
  return undefined;
}

/** Every movement, newest first. */
export function Statement({ kind }: { kind: TicketKind | undefined }) {
  const list = useTicketStatement(kind);
  const empty = (
    <EmptyState drawing="sheet" title="还没有流水" text="发放、使用和退回的每一张券都会记在这里。">
      <ButtonLink to="/list">选择工具</ButtonLink>
    </EmptyState>
  );
  return (
    <ListStates list={list} noun="条" name="流水" waiting={{ rows: 8, height: 44 }} empty={empty}>
      {(rows) => (
        <table className={`w-full ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">时间</th>
              <th scope="col">事由</th>
              <th scope="col">种类</th>
              <th scope="col" className={styles.number}>
                变动
              </th>
              <th scope="col" className={styles.number}>
                余额
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Movement key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </ListStates>
  );
}

function Movement({ row }: { row: TicketMovement }) {
  const link = linkOf(row.reference);
  const sign = row.delta > 0 ? '+' : '';
  return (
    <tr>
      <td className={styles.time}>{formatDateTime(row.createdAt)}</td>
      <td className={styles.reason}>
        <span className={`text-second ${styles.movement}`}>{movementWords[row.movement] ?? row.movement}</span>
        {row.reason}
        {link && (
          <Link to={link[1]} className={`text-second text-13 ${styles.link}`}>
            {link[0]}
          </Link>
        )}
      </td>
      <td className={styles.kind}>{ticketLabels[row.kind]}</td>
      <td className={styles.number} data-way={row.delta > 0 ? 'in' : row.delta < 0 ? 'out' : undefined}>
        {row.delta === 0 ? '–' : `${sign}${formatNumber(row.delta)}`}
      </td>
      <td className={styles.number}>{formatNumber(row.balanceAfter)}</td>
    </tr>
  );
}
