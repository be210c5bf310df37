import { hour } from '#shared/domain/time';

/** Invariants of orders, as queries with one row per fault. @param now on the product's clock */
export function orderChecks(now: number): Record<string, string> {
  const moment = Math.floor(now);
  return {
    没有订单发放两次: `SELECT order_id AS fault FROM order_event WHERE what = 'completed' GROUP BY order_id HAVING count(*) > 1`,
    已完成的订单都已发放: `SELECT o.id AS fault FROM purchase_order o WHERE o.status = 'completed' AND (
      NOT EXISTS (SELECT 1 FROM order_event e WHERE e.order_id = o.id AND e.what = 'completed')
      OR o.paid_amount IS NOT o.amount
      OR CASE o.kind WHEN 'package'
        THEN (SELECT sum(amount) FROM ticket_lot l WHERE l.reference = o.id) IS NOT json_extract(o.snapshot, '$.tickets')
        ELSE json_extract(o.snapshot, '$.term.endsAt') IS NULL END)`,
    没有付款的订单没有发放: `SELECT o.id AS fault FROM purchase_order o WHERE o.completed_at IS NULL AND (
      EXISTS (SELECT 1 FROM ticket_lot l WHERE l.reference = o.id)
      OR EXISTS (SELECT 1 FROM membership_period p WHERE p.reference = o.id))`,
    退掉的套餐已收回: `SELECT o.id AS fault FROM purchase_order o JOIN membership_period p ON p.reference = o.id
      WHERE o.status IN ('refunding', 'refunded') AND p.ends_at > ${moment} AND NOT EXISTS (SELECT 1 FROM refund r
        WHERE r.order_id = o.id AND r.status IN ('pending', 'failed') AND json_extract(r.taken, '$.isPart'))`,
    退款没有超过付款: `SELECT o.id AS fault FROM purchase_order o WHERE coalesce(o.paid_amount, 0) < (
      SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.order_id = o.id AND r.status IN ('pending', 'failed', 'done'))`,
    退款金额等于已完成的退款: `SELECT o.id AS fault FROM purchase_order o
      WHERE o.refunded_amount <> (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.order_id = o.id AND r.status = 'done')`,
    退款中的订单都有退款单: `SELECT o.id AS fault FROM purchase_order o WHERE o.status = 'refunding'
      AND NOT EXISTS (SELECT 1 FROM refund r WHERE r.order_id = o.id AND r.status IN ('pending', 'failed'))`,
    过期的订单都会再核对: `SELECT id AS fault FROM purchase_order WHERE status IN ('created', 'paying')
      AND expires_at < ${moment - hour} AND next_check_at IS NULL`,
    渠道停用而关闭的订单都已告知员工: `SELECT e.order_id AS fault FROM order_event e WHERE e.what = 'check_failed'
      AND NOT EXISTS (SELECT 1 FROM payment_difference d WHERE d.order_id = e.order_id AND d.kind = 'provider_gone')`,
    // Beyond what its refunds took.
    已完成的券包没有被收回: `SELECT o.id AS fault FROM purchase_order o
      JOIN ledger_transaction t ON t.reference = o.id AND t.movement IN ('revoke', 'return')
      JOIN ledger_entry e ON e.transaction_id = t.id AND e.ledger_account = t.account_id || ':' || t.kind || ':available'
      WHERE o.status = 'completed' GROUP BY o.id HAVING -sum(e.delta) <> (
        SELECT coalesce(sum(json_extract(r.taken, '$.tickets.' || json_extract(o.snapshot, '$.ticketKind'))), 0)
        FROM refund r WHERE r.order_id = o.id AND r.status IN ('pending', 'failed', 'done'))`,
    账单只核对已过完的日子: `SELECT provider || ' ' || bill_date AS fault FROM bill_day
      WHERE compared_at < unixepoch(bill_date || ' 16:00:00') * 1000`,
    付了款的订单都会发放: `SELECT id AS fault FROM purchase_order WHERE status = 'paid' AND next_check_at IS NULL`,
  };
}
