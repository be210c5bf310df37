import { minute } from '#shared/domain/time';
import { chatChecks } from './chat.ts';
import { isNotErased } from './erased.ts';
import { membershipChecks } from './memberships.ts';
import { orderChecks } from './orders.ts';

const checks: Record<string, string> = {
  每笔流水借贷相抵: `SELECT transaction_id AS fault FROM ledger_entry GROUP BY transaction_id HAVING sum(delta) <> 0`,
  账户余额等于分录之和: `SELECT a.id AS fault FROM ledger_account a
    LEFT JOIN (SELECT ledger_account, sum(delta) AS total FROM ledger_entry GROUP BY ledger_account) e
      ON e.ledger_account = a.id WHERE a.balance <> coalesce(e.total, 0)`,
  没有负的余额: `SELECT id AS fault FROM ledger_account WHERE role IN ('available', 'held') AND balance < 0`,
  可用余额等于券批次之和: `SELECT a.id AS fault FROM ledger_account a WHERE a.role = 'available'
    AND a.balance <> (SELECT coalesce(sum(remaining), 0) FROM ticket_lot l WHERE l.account_id = a.owner_id AND l.kind = a.kind)`,
  冻结余额等于未结算的冻结: `SELECT a.id AS fault FROM ledger_account a
    LEFT JOIN (SELECT account_id, kind, sum(amount) AS total FROM ticket_hold WHERE state = 'held' GROUP BY account_id, kind) h
      ON h.account_id = a.owner_id AND h.kind = a.kind WHERE a.role = 'held' AND a.balance <> coalesce(h.total, 0)`,
  每次冻结恰好结算一次: `SELECT h.reference AS fault FROM ticket_hold h
    WHERE (SELECT count(*) FROM ledger_transaction t WHERE t.idempotency_key = 'settle:' || h.reference
      || CASE h.round WHEN 1 THEN '' ELSE ':' || h.round END) <> (h.state = 'settled')`,
  已结束的任务没有冻结: `SELECT t.id AS fault FROM task t JOIN ticket_hold h ON h.reference = t.id
    WHERE t.status IN ('succeeded', 'failed', 'canceled') AND h.state = 'held'`,
  进行中的任务都有作业: `SELECT t.id AS fault FROM task t LEFT JOIN job j ON j.task_id = t.id
    WHERE t.status IN ('queued', 'running') AND (j.id IS NULL OR j.state NOT IN ('ready', 'running'))`,
  已结束的任务没有作业: `SELECT t.id AS fault FROM task t JOIN job j ON j.task_id = t.id
    WHERE t.status IN ('succeeded', 'failed', 'canceled') AND j.state IN ('ready', 'running')`,
  成功的任务都有成果: `SELECT t.id AS fault FROM task t WHERE t.status = 'succeeded' AND t.purged_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM task_image i WHERE i.task_id = t.id) AND ${isNotErased('t')}`,
};

/**
 * Statements of truth about tickets, tasks, memberships, orders and conversations, by their names in Chinese: each is a
 * query with one row per fault, whose column `fault` names the record.
 * @param now on the product's clock, for leases and periods
 */
export function bookChecks(now: number): Readonly<Record<string, string>> {
  const leases = `SELECT task_id AS fault FROM job WHERE state = 'running' AND lease_until < ${Math.floor(now) - minute}`;
  return { ...checks, ...membershipChecks(now), ...orderChecks(now), ...chatChecks, 没有卡住的租约: leases };
}
