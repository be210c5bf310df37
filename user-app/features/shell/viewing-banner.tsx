import { useEffect } from 'react';
import { second } from '#shared/domain/time';
import { endViewing, useViewing } from '../../data/viewing';
import { useCountdown } from '../../lib/use-countdown';
import { BareButton } from '../../ui/button';
import styles from './viewing-banner.css';

/** On every page while staff look at the product as a customer: as whom, for how long still, and the way out. */
export default function ViewingBanner() {
  const viewing = useViewing();
  const left = useCountdown(viewing?.wait);
  const isOver = viewing === null || (viewing !== undefined && left === 0);
  const accountId = viewing?.accountId;

  useEffect(() => {
    if (isOver) void endViewing(accountId);
  }, [isOver, accountId]);

  if (!viewing) return null;
  return (
    <>
      <div className={styles.space} />
      <section className={styles.banner} aria-label="只读查看">
        <p className={styles.words}>
          正在以只读方式查看「<b className="overflow-hidden font-semibold text-ellipsis">{viewing.nickName}</b>」，剩余{' '}
          <span className="tabular">{clockWords(left)}</span>
        </p>
        <BareButton className={styles.end} onClick={() => void endViewing(viewing.accountId)}>
          结束
        </BareButton>
      </section>
    </>
  );
}

/** `14:59` */
function clockWords(ms: number): string {
  const seconds = Math.ceil(ms / second);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
