import { useState } from 'react';
import { formatMoney } from '#shared/domain/format';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { useCatalogue } from '../../data/order';
import { useCurrentUser } from '../../data/user';
import { Link } from '../../lib/router';
import { closeOffer, type Offer, openCheckout } from '../../lib/shop-store';
import { ticketAmount } from '../../lib/ticket-words';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Segments } from '../../ui/segments';
import { Waiting } from '../../ui/waiting';
import styles from './offer.css';
import { choicesFor, type OfferChoice } from './offer-choices';

const kindOptions = ticketKinds.map((kind) => [kind, ticketLabels[kind]] as const);

function titleOf({ want, shortage, after }: Offer): string {
  if ('size' in want) return `${want.size} 出图需要会员`;
  if ('downloads' in want) return '今天的下载张数不够';
  if ('batch' in want) return '一次处理更多图片需要会员';
  return shortage || after ? `${ticketLabels[want.tickets]}不足` : '充值';
}

/** Offer for a missing benefit. The interrupted action continues after the payment. */
export default function OfferDialog({ offer: asked }: { offer: Offer }) {
  const [kind, setKind] = useState('tickets' in asked.want ? asked.want.tickets : 'normal');
  const [picked, setPicked] = useState<string>();
  const { vip } = useCurrentUser();
  const catalogue = useCatalogue(true);
  const isFree = !asked.shortage && !asked.after && 'tickets' in asked.want;
  const offer: Offer = isFree ? { want: { tickets: kind } } : asked;
  const choices = catalogue.data && choicesFor(catalogue.data, offer, vip?.plan ?? 'free');
  const all = choices ? [...choices.packages, ...choices.memberships] : [];
  const chosen = all.find(({ productId }) => productId === (picked ?? choices?.first)) ?? all[0];

  const pay = ({ productId, quantity }: OfferChoice) =>
    openCheckout({ subject: { productId, quantity }, ...(asked.after ? { after: asked.after } : {}) });

  const group = (title: string, members: readonly OfferChoice[]) =>
    members.length > 0 && (
      <fieldset className={`p-0 border-0 ${styles.group}`}>
        <legend>{title}</legend>
        {members.map((choice) => (
          <label key={choice.productId} className={`row gap-12 p-8-12 border cursor-pointer ${styles.choice}`}>
            <input type="radio" name="offer" checked={choice === chosen} onChange={() => setPicked(choice.productId)} />
            <span className={`grid flex-1 min-w-0 ${styles.what}`}>
              <strong>{choice.title}</strong>
              {choice.text && <span>{choice.text}</span>}
            </span>
            <span className={`grid flex-none items-baseline gap-12 min-w-0 tabular ${styles.price}`}>
              <strong>{formatMoney(choice.price)}</strong>
              {choice.each && <span>{choice.each}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    );

  return (
    <Dialog
      title={titleOf(asked)}
      // It may open while the user draws: the next press on the canvas must not close it.
      staysOnPress={asked.after !== undefined}
      onClose={closeOffer}
    >
      <Lead offer={asked} />
      {isFree && <Segments isWide label="券的种类" options={kindOptions} value={kind} onChange={setKind} />}
      {catalogue.error && !choices && (
        <EmptyState drawing="broken" level={3} title="商品没有读到" text={catalogue.error.message}>
          <Button onClick={catalogue.refresh}>重试</Button>
        </EmptyState>
      )}
      {!choices && !catalogue.error && <Waiting label="正在读取商品" rows={3} height={60} />}
      {choices && all.length === 0 && (
        <p className={`text-second ${styles.none}`}>现在没有可以在线购买的商品，可以联系管理员或定制采购。</p>
      )}
      {choices && group('券包，24 个月内有效，会员券用完才用到', choices.packages)}
      {choices && group(choices.packages.length > 0 ? '或开通会员' : '开通会员', choices.memberships)}
      {chosen && (
        <>
          <Button look="primary" size="large" className="w-full mt-16" onClick={() => pay(chosen)}>
            去支付 <span className="tabular">{formatMoney(chosen.price)}</span>
          </Button>
          <p className={`flex justify-between gap-12 mt-8 text-second text-13 ${styles.note}`}>
            {asked.after ? '支付后自动继续刚才的操作。' : '不自动续费。'}
            <Link to="/membership" onClick={closeOffer}>
              全部套餐
            </Link>
          </p>
        </>
      )}
    </Dialog>
  );
}

function Lead({ offer: { want, shortage, after } }: { offer: Offer }) {
  if ('downloads' in want)
    return (
      <p className="text-second">
        这次要 {want.downloads} 张，今天还能下载 {shortage?.left ?? 0} 张。会员不限张数。
      </p>
    );
  if ('batch' in want) return <p className="text-second">一次 {want.batch} 张超出现在的套餐。</p>;
  if ('size' in want) return <p className="text-second">{want.size} 是会员功能。开通后会按刚才的设置继续。</p>;
  if (!shortage) return after ? <p className="text-second">剩下的{ticketLabels[want.tickets]}不够这次使用。</p> : null;
  const { needed, left } = shortage;
  return (
    <dl className={`flex border-y ${styles.shortage}`}>
      {(
        [
          ['需要', needed],
          ['现有', left],
          ['还差', Math.max(0, needed - left)],
        ] as const
      ).map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{ticketAmount(want.tickets, amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
