import { useState } from 'react';
import type { Product } from '#shared/contract/order';
import { formatDate, formatMoney } from '#shared/domain/format';
import { planRank } from '#shared/domain/plan';
import type { Catalogue } from '../../data/order';
import { classNames } from '../../lib/class-names';
import { Button } from '../../ui/button';
import { comesTo, type Period, type Plan, periodWords, planLines, pricePaidMonthly } from './plan-words';
import styles from './plans.css';
import { Seats } from './seats';

interface PlanColumnsProps {
  catalogue: Catalogue;
  period: Period;
  /** The person's own plan; undefined for a visitor. */
  own: { plan: Plan['plan']; expiresAt: number | null } | undefined;
  onBuy: (productId: string, quantity: number) => void;
}

/** The plans side by side, line by line the same things. */
export function PlanColumns({ catalogue, period, own, onBuy }: PlanColumnsProps) {
  const rank = planRank(own?.plan ?? 'free');
  /** The step up from what the person has is the view's one main action. */
  const main = catalogue.plans.find(({ plan }) => planRank(plan) === Math.min(rank + 1, 3))?.plan;
  return (
    <div className={styles.plans}>
      {catalogue.plans.map((plan) => {
        const products = catalogue.products.filter((product) => product.plan === plan.plan);
        return (
          <article
            key={plan.plan}
            className={classNames(styles.plan, plan.plan === 'free' && styles.free)}
            aria-label={plan.title}
          >
            <h3 className={styles.name}>
              {plan.title}
              {own?.plan === plan.plan && <span className={styles.mine}>当前</span>}
            </h3>
            {plan.plan === 'free' ? (
              <p className={styles.price}>
                <strong>¥0</strong>
                <span>{own ? '注册即有' : '注册即用'}</span>
              </p>
            ) : (
              <Buying
                plan={plan}
                products={products}
                period={period}
                upgrade={catalogue.upgrades.find((upgrade) => upgrade.plan === plan.plan)}
                own={own}
                isMain={plan.plan === main}
                onBuy={onBuy}
              />
            )}
            <dl className={styles.lines}>
              {planLines(plan).map(([what, howMuch]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd className="tabular">{howMuch}</dd>
                </div>
              ))}
            </dl>
          </article>
        );
      })}
    </div>
  );
}

interface BuyingProps {
  plan: Plan;
  products: readonly Product[];
  period: Period;
  upgrade: Catalogue['upgrades'][number] | undefined;
  own: PlanColumnsProps['own'];
  isMain: boolean;
  onBuy: PlanColumnsProps['onBuy'];
}

/** The price of an offer is that of one seat; what more seats cost is worked out when they are ordered. */
function upgradeLabel(upgrade: Catalogue['upgrades'][number], seats: number, isOwn: boolean): string {
  if (seats > 1) return `补差价升级 ${seats} 席`;
  const price = formatMoney(upgrade.price);
  return isOwn ? `补 ${price} 延用到 ${formatDate(upgrade.endsAt)}` : `补 ${price} 升级`;
}

/** Price, seats and the ways to get a plan. */
function Buying({ plan, products, period, upgrade, own, isMain, onBuy }: BuyingProps) {
  const [seats, setSeats] = useState(1);
  const isTrial = (product: Product) => product.limitPerPhone !== null;
  const of = (months: Period) => products.find((product) => product.months === Number(months) && !isTrial(product));
  const product = of(period);
  const isNew = (own?.plan ?? 'free') === 'free';
  const trial = period === '1' && isNew ? products.find((known) => isTrial(known) && known.isAvailable) : undefined;
  if (!product) return <p className={styles.price}>现在不出售</p>;
  const isTeam = plan.plan === 'team';
  const quantity = isTeam ? seats : 1;
  const before = pricePaidMonthly(product, of('1'));
  const ownRank = planRank(own?.plan ?? 'free');
  const isOwn = own?.plan === plan.plan;
  const isLower = planRank(plan.plan) < ownRank;
  const action = isOwn ? '续费' : isLower ? '预购' : '开通';
  return (
    <>
      <p className={styles.price}>
        <strong>{formatMoney(product.price)}</strong>
        <span>
          /{periodWords[period]}
          {isTeam && '/席'}
        </span>
      </p>
      <p className={styles.beside}>
        {before !== undefined && (
          <s>
            <span className="visually-hidden">按月购买 </span>
            {formatMoney(before)}
          </s>
        )}
        <span>{comesTo(product, plan)}</span>
      </p>
      <div className={classNames(styles.actions, isTeam && styles.withSeats)}>
        {upgrade && (
          <Button
            look={isMain ? 'primary' : 'plain'}
            className={styles.upgrade}
            onClick={() => onBuy(upgrade.productId, quantity)}
          >
            {upgradeLabel(upgrade, quantity, isOwn)}
          </Button>
        )}
        {isTeam && <Seats value={seats} most={product.mostQuantity} onChange={setSeats} />}
        <Button
          look={isMain && !upgrade ? 'primary' : 'plain'}
          disabled={!product.isAvailable}
          onClick={() => onBuy(product.productId, quantity)}
        >
          {action}
          {(upgrade || quantity > 1) && ` ${formatMoney(product.price * quantity)}/${periodWords[period]}`}
        </Button>
      </div>
      <p className={styles.why}>
        {!product.isAvailable && product.refusal}
        {upgrade && !isOwn && `升级按剩余天数补差价，到期日仍是 ${formatDate(upgrade.endsAt)}。`}
        {isOwn && own?.expiresAt && `续费从 ${formatDate(own.expiresAt)} 起接着算。`}
        {isLower && own?.expiresAt && `现套餐 ${formatDate(own.expiresAt)} 到期后开始。`}
        {trial && (
          <button type="button" onClick={() => onBuy(trial.productId, 1)}>
            首月体验 {formatMoney(trial.price)}，每个手机号 {trial.limitPerPhone} 次
          </button>
        )}
      </p>
    </>
  );
}
