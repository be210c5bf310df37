import { useEffect } from 'react';
import { useMembership } from '../../data/membership';
import { useCatalogue } from '../../data/order';
import { useCurrentUser } from '../../data/user';
import { openLogin } from '../../lib/app-store';
import { Link, useSearchParams } from '../../lib/router';
import { openCheckout } from '../../lib/shop-store';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Page, PageHead, Section } from '../../ui/page';
import { Segments } from '../../ui/segments';
import { Waiting } from '../../ui/waiting';
import styles from './membership.css';
import { OwnPlan } from './own-plan';
import { Packages } from './packages';
import { PlanColumns } from './plan-columns';
import { periods } from './plan-words';
import { RedeemForm } from './redeem-form';

/** Plans, packages and codes; what I have stands on top. Everybody may look, buying asks for the login. */
export function MembershipScreen() {
  const { user } = useCurrentUser();
  const isLoggedIn = user !== undefined;
  const catalogue = useCatalogue(isLoggedIn);
  const membership = useMembership(isLoggedIn);
  const [query, setQuery] = useSearchParams();
  const period = periods.find(([value]) => value === query.get('months'))?.[0] ?? '1';
  const { data, error } = catalogue;
  const isThere = data !== undefined;

  useEffect(() => {
    if (isThere && window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [isThere]);

  const buy = (productId: string, quantity = 1) => {
    const pay = () => openCheckout({ subject: { productId, quantity } });
    if (isLoggedIn) pay();
    else openLogin({ reason: '登录后购买', after: pay });
  };
  const own = membership.data && isLoggedIn ? membership.data : undefined;

  return (
    <Page>
      <PageHead title="会员与券" text="会员每月发券，券包 24 个月内有效。按需购买，不自动续费。" />
      {isLoggedIn && <OwnPlan />}
      {!data && error && (
        <EmptyState drawing="broken" title="套餐没有读到" text={error.message}>
          <Button onClick={catalogue.refresh}>重试</Button>
        </EmptyState>
      )}
      {!data && !error && <Waiting label="正在读取套餐" rows={2} height={240} />}
      {data && (
        <>
          <Section
            title="套餐"
            aside={
              <Segments
                label="付费周期"
                options={periods}
                value={period}
                onChange={(months) => setQuery(months === '1' ? {} : { months }, { replace: true })}
              />
            }
          >
            <PlanColumns catalogue={data} period={period} own={own} onBuy={buy} />
          </Section>
          <div id="packages" className={styles.anchor}>
            <Section title="券包" aside={<p>24 个月内有效，不清零；会员券先用，券包后用</p>}>
              <Packages catalogue={data} onBuy={buy} />
            </Section>
          </div>
          <div className={`grid ${styles.foot}`}>
            <Section title="兑换码">
              <RedeemForm />
            </Section>
            <Section title="规则">
              <ul className={`grid gap-8 text-second ${styles.rules}`}>
                <li>券从提交时占用，只为交付的结果扣除；失败、取消、少出的图自动退回原处。</li>
                <li>
                  会员券在每个会员月开始时发一次，不结转；先到期的先用。会员月从开通那天到下个月的同一天，没有这一天的月份到月末。
                </li>
                <li>会员到期后作品还在，可以照原来的清晰度下载。</li>
                <li>没有用过且 7 天内可以全额退款，之后按剩余时间和未用的券折算。</li>
                <li>
                  详见
                  <Link to="/agreement?tab=member">会员协议</Link>；企业部署和大量席位见
                  <Link to="/dingzhi">定制采购</Link>。
                </li>
              </ul>
            </Section>
          </div>
        </>
      )}
    </Page>
  );
}
