import { useState } from 'react';
import type { Answer } from '#shared/contract/endpoint';
import type { membershipContract } from '#shared/contract/membership';
import type { Product } from '#shared/contract/order';
import { formatDate, formatMoney } from '#shared/domain/format';
import { type PaidPlan, planRank } from '#shared/domain/plan';
import type { Catalogue } from '../../data/order';
import { classNames } from '../../lib/class-names';
import { Button } from '../../ui/button';
import { termAfter } from './plan-term';
import { comesTo, type Period, type Plan, periodWords, planLines, pricePaidMonthly } from './plan-words';
import styles from './plans.css';
import { Seats } from './seats';

type Own = Answer<typeof membershipContract.membership>;
type Buy = (productId: string, quantity: number) => void;

interface PlanColumnsProps {
  catalogue: Catalogue;
  period: Period;
  /** The person's own membership; undefined for a visitor. */
  own: Own | undefined;
  onBuy: Buy;
}

/** The plans side by side, line by line the same things. */
export function PlanColumns({ catalogue, period, own, onBuy }: PlanColumnsProps) {
  const rank = planRank(own?.plan ?? 'free');
  /** The step up from what the person has is the view's one main action. */
  const main = catalogue.plans.find(({ plan }) => planRank(plan) === Math.min(rank + 1, 3))?.plan;
  return (
    <div className={`grid border-y ${styles.plans}`}>
      {catalogue.plans.map((plan) => (
        <PlanColumn
          key={plan.plan}
          usableTickets={catalogue.usableTickets}
          plan={plan}
          products={catalogue.products.filter((product) => product.plan === plan.plan)}
          upgrade={catalogue.upgrades.find((upgrade) => upgrade.plan === plan.plan)}
          period={period}
          own={own}
          isMain={plan.plan === main}
          onBuy={onBuy}
        />
      ))}
    </div>
  );
}

interface PlanColumnProps extends Omit<PlanColumnsProps, 'catalogue'> {
  usableTickets: Catalogue['usableTickets'];
  plan: Plan;
  products: readonly Product[];
  upgrade: Catalogue['upgrades'][number] | undefined;
  isMain: boolean;
}

function PlanColumn(props: PlanColumnProps) {
  const { plan, own } = props;
  const [chosenSeats, setSeats] = useState<number>();
  const isOwn = own?.plan === plan.plan;
  const seats = chosenSeats ?? (isOwn ? own.seats : 1);
  return (
    <article
      className={classNames('grid content-start bg-surface', styles.plan, plan.plan === 'free' && styles.free)}
      aria-label={plan.title}
    >
      <h3 className={`flex items-baseline gap-8 ${styles.name}`}>
        {plan.title}
        {isOwn && <span className={`p-0-8 border rounded-chip text-second text-12 ${styles.mine}`}>当前</span>}
      </h3>
      {plan.plan === 'free' ? (
        <p className={styles.price}>
          <strong>¥0</strong>
          <span>{own ? '注册即有' : '注册即用'}</span>
        </p>
      ) : (
        <Buying {...props} paid={plan.plan} seats={seats} onSeats={setSeats} />
      )}
      <dl className={`mt-16 ${styles.lines}`}>
        {planLines(plan, seats, props.usableTickets).map(([what, howMuch]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd className="tabular">{howMuch}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

interface BuyingProps extends PlanColumnProps {
  paid: PaidPlan;
  seats: number;
  onSeats: (seats: number) => void;
}

/** The price of an offer is that of one seat; what more seats cost is worked out when they are ordered. */
function upgradeLabel(upgrade: Catalogue['upgrades'][number], seats: number, isOwn: boolean): string {
  if (seats > 1) return `补差价升级 ${seats} 席`;
  const price = formatMoney(upgrade.price);
  return isOwn ? `补 ${price} 延用到 ${formatDate(upgrade.endsAt)}` : `补 ${price} 升级`;
}

/** Start and end of what is bought, as a sentence; empty where it starts with the payment. */
function termWords(paid: PaidPlan, months: number, own: Own | undefined): string {
  const term = termAfter(own?.periods ?? [], paid, months);
  if (!term) return '';
  const [from, to] = [formatDate(term.startsAt), formatDate(term.endsAt)];
  return own?.plan === paid ? `续费从 ${from} 接着算，到 ${to}。` : `从 ${from} 开始，到 ${to}，接在已付的套餐后面。`;
}

const isTrial = (product: Product) => product.limitPerPhone !== null;

const productFor = (products: readonly Product[], months: Period) =>
  products.find((product) => product.months === Number(months) && !isTrial(product));

/** The trial month, which only people without a paid plan are offered, and only beside the monthly price. */
function trialFor({ products, period, own }: BuyingProps): Product | undefined {
  if (period !== '1' || (own && own.plan !== 'free')) return undefined;
  return products.find((product) => isTrial(product) && product.isAvailable);
}

/** Price, seats and the ways to get a plan. */
function Buying(props: BuyingProps) {
  const { paid, products, period, upgrade, own, onBuy } = props;
  const product = productFor(products, period);
  if (!product) return <p className={styles.price}>现在不出售</p>;
  const trial = trialFor(props);
  return (
    <>
      <Price {...props} product={product} />
      <BuyButtons {...props} product={product} />
      <p className={`mt-8 text-second text-13 ${styles.why}`}>
        {!product.isAvailable && product.refusal}
        {upgrade && own?.plan !== paid && `升级按剩余天数补差价，到期日仍是 ${formatDate(upgrade.endsAt)}。`}
        {product.isAvailable && termWords(paid, Number(period), own)}
        {trial && (
          <Button look="text" onClick={() => onBuy(trial.productId, 1)}>
            首月体验 {formatMoney(trial.price)}，每个手机号 {trial.limitPerPhone} 次
          </Button>
        )}
      </p>
    </>
  );
}

type OfferProps = BuyingProps & { product: Product };

function Price({ plan, paid, product, products, period }: OfferProps) {
  const before = pricePaidMonthly(product, productFor(products, '1'));
  return (
    <>
      <p className={styles.price}>
        <strong>{formatMoney(product.price)}</strong>
        <span>
          /{periodWords[period]}
          {paid === 'team' && '/席'}
        </span>
      </p>
      <p className={`flex flex-wrap text-second text-13 tabular ${styles.beside}`}>
        {before !== undefined && (
          <s>
            <span className="visually-hidden">按月购买 </span>
            {formatMoney(before)}
          </s>
        )}
        <span>{comesTo(product, plan)}</span>
      </p>
    </>
  );
}

function BuyButtons({ paid, product, period, upgrade, own, isMain, seats, onSeats, onBuy }: OfferProps) {
  const isTeam = paid === 'team';
  const isOwn = own?.plan === paid;
  const isLower = planRank(paid) < planRank(own?.plan ?? 'free');
  const action = isOwn ? '续费' : isLower ? '预购' : '开通';
  return (
    <div className={classNames('grid gap-8 mt-16', styles.actions, isTeam && styles.withSeats)}>
      {upgrade && (
        <Button
          look={isMain ? 'primary' : 'plain'}
          className="col-span-full"
          onClick={() => onBuy(upgrade.productId, seats)}
        >
          {upgradeLabel(upgrade, seats, isOwn)}
        </Button>
      )}
      {isTeam && <Seats value={seats} most={product.mostQuantity} onChange={onSeats} />}
      <Button
        look={isMain && !upgrade ? 'primary' : 'plain'}
        disabled={!product.isAvailable}
        onClick={() => onBuy(product.productId, seats)}
      >
        {action}
        {(upgrade || seats > 1) && ` ${formatMoney(product.price * seats)}/${periodWords[period]}`}
      </Button>
    </div>
  );
}
