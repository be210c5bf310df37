import { minute } from '#shared/domain/time';

/** A boundary that has just passed is written to the account within this time. */
const writtenWithinMs = minute;

/** Invariants of memberships and redeem codes, as queries with one row per fault. @param now on the product's clock */
export function membershipChecks(now: number): Record<string, string> {
  const moment = Math.floor(now);
  const present = `FROM membership_period p WHERE p.account_id = a.id AND p.starts_at <= ${moment} AND p.ends_at > ${moment}`;
  const justPassed = (column: string) => `p.${column} BETWEEN ${moment - writtenWithinMs} AND ${moment}`;
  return {
    会员时段不重叠: `SELECT p.id AS fault FROM membership_period p JOIN membership_period q
      ON q.account_id = p.account_id AND q.id <> p.id AND q.starts_at >= p.starts_at AND q.starts_at < p.ends_at`,
    账号套餐与会员时段一致: `SELECT a.id AS fault FROM account a
      WHERE a.plan <> coalesce((SELECT p.plan ${present}), 'free') AND a.user_type <> 9
      AND NOT EXISTS (SELECT 1 FROM membership_period p WHERE p.account_id = a.id
        AND (${justPassed('starts_at')} OR ${justPassed('ends_at')}))`,
    兑换码次数与记录一致: `SELECT c.code AS fault FROM redeem_code c JOIN redeem_batch b ON b.id = c.batch_id
      WHERE c.uses > b.uses_per_code OR c.uses <> (SELECT count(*) FROM redeem_use u WHERE u.code = c.code)`,
  };
}
