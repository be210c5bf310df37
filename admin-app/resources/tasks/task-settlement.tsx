import { Link } from 'react-router';
import type { StaffTaskDetail } from '#shared/contract/task-desk';
import { grantSourceLabels } from '#shared/domain/console-words';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { formatNumber } from '../../ui/format.ts';
import { Facts, Time } from '../../ui/parts.tsx';
import { movementLabel } from '../tickets/ticket-words.ts';

/** Hold of a task, the lots it came from, and its settlement. */
export function TaskSettlement({ task: { id, settlement } }: { task: StaffTaskDetail }) {
  const { kind, each, freeOutputs, hold, parts, movements } = settlement;
  if (!hold) return <p className="quiet">没有占用券：{freeOutputs > 0 ? '用了当日免费次数' : '免费'}。</p>;
  return (
    <>
      <Facts
        facts={[
          ['券种', ticketLabels[kind]],
          ['单价', `${each} 张${freeOutputs > 0 ? `，其中 ${freeOutputs} 个结果免费` : ''}`],
          ['占用', <Count key="held" of={hold.amount} at={hold.createdAt} />],
          [
            '结算',
            hold.state === 'held' ? (
              <span key="open" className="quiet">
                尚未结算
              </span>
            ) : (
              <span key="settled" className="figures">
                消耗 {formatNumber(hold.spent)}，退回 {formatNumber(hold.returned)}
              </span>
            ),
          ],
          ...parts.map((part, index) => [index === 0 ? '取自' : '', <Part key={part.lotId} part={part} />] as const),
        ]}
      />
      <ul className="recent">
        {movements.map((movement) => (
          <li key={movement.id}>
            <Link className="recent-main" to={`/tickets?q=${id}`}>
              {movementLabel(movement.movement)} <span className="quiet">{movement.reason}</span>
            </Link>
            <span className="figures">{movement.delta > 0 ? `+${movement.delta}` : movement.delta}</span>
            <span className="figures quiet">余 {formatNumber(movement.balanceAfter)}</span>
            <Time at={movement.createdAt} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Count({ of, at }: { of: number; at: number }) {
  return (
    <span>
      <span className="figures">{formatNumber(of)}</span> <Time at={at} />
    </span>
  );
}

function Part({ part: { source, amount, expiresAt } }: { part: StaffTaskDetail['settlement']['parts'][number] }) {
  return (
    <span>
      {grantSourceLabels[source] ?? source} <span className="figures">{amount} 张</span>
      {expiresAt !== null && (
        <span className="quiet">
          ，<Time at={expiresAt} /> 到期
        </span>
      )}
    </span>
  );
}
