import { useState } from 'react';
import type { Share } from '#shared/contract/share';
import { failureWords } from '#shared/domain/failure-words';
import { formatDate } from '#shared/domain/format';
import { Input } from '@/ui/input';
import { createShare, endShare, restoreShare, useShares } from '../../data/share';
import { copyText } from '../../lib/copy-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ListEnd } from '../../ui/list-end';
import { Segments } from '../../ui/segments';
import styles from './share-dialog.css';
import { closeShare, type ShareWish } from './share-store';

const terms = [
  ['7', '7 天'],
  ['30', '30 天'],
  ['365', '一年'],
] as const;

const addressOf = ({ path }: Share) => window.location.origin + path;

/** Makes the link of a result, and lists and ends all of one's own. */
export default function ShareDialog({ wish }: { wish: ShareWish }) {
  const [days, setDays] = useState<(typeof terms)[number][0]>('30');
  const [made, setMade] = useState<Share>();
  const [ended, setEnded] = useState<Share>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [version, setVersion] = useState(0);
  const links = useShares(version);

  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
      setVersion(version + 1);
    } catch (error) {
      setProblem(failureWords(error, '没有成功，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };
  const make = () =>
    act(async () => {
      const share = await createShare(wish.imageId, Number(days));
      setMade(share);
      await copyText(addressOf(share), '链接已复制');
    });
  const end = (share: Share) =>
    act(async () => {
      await endShare(share.token);
      if (made?.token === share.token) setMade(undefined);
      setEnded(share);
    });
  const takeBack = (share: Share) =>
    act(async () => {
      await restoreShare(share.token);
      setEnded(undefined);
    });

  const { rows = [] } = links;
  return (
    <Dialog title="分享前后对比" onClose={closeShare}>
      <p className="text-second">
        拿到链接的人不用登录就能看「{wish.title}」的前后两张图，图上带 AI 生成标识；到期或结束后打不开。
      </p>
      <div className="row flex-wrap justify-between gap-12 mt-16">
        <Segments label="有效期" options={terms} value={days} onChange={setDays} />
        <Button look="primary" disabled={isBusy} onClick={() => void make()}>
          {made ? '更新有效期并复制' : '生成链接并复制'}
        </Button>
      </div>
      {made && (
        <p className="mt-12">
          <Input aria-label="分享链接" readOnly value={addressOf(made)} onFocus={(event) => event.target.select()} />
        </p>
      )}
      <p role="alert" className={`text-danger ${styles.problem}`}>
        {problem}
      </p>
      <section aria-label="有效的链接" className={`border-t ${styles.links}`}>
        <h3>有效的链接</h3>
        <div role="status">
          {ended && (
            <p className={`row justify-between gap-12 text-second text-13 ${styles.ended}`}>
              <span>「{ended.title}」的链接已结束，打不开了。</span>
              <Button size="small" look="quiet" disabled={isBusy} onClick={() => void takeBack(ended)}>
                撤销
              </Button>
            </p>
          )}
        </div>
        {links.rows && rows.length === 0 ? (
          <p className="text-second">还没有链接。</p>
        ) : (
          <>
            <ul>
              {rows.map((share) => (
                <li key={share.token}>
                  <span className="truncate flex-1 min-w-0 text-ink" title={share.title}>
                    {share.title}
                  </span>
                  <span className="tabular">{formatDate(share.expiresAt)} 到期</span>
                  <Button size="small" onClick={() => void copyText(addressOf(share), '链接已复制')}>
                    复制
                  </Button>
                  <Button size="small" disabled={isBusy} onClick={() => void end(share)}>
                    结束
                  </Button>
                </li>
              ))}
            </ul>
            {(links.hasMore || links.error) && <ListEnd list={links} noun="个链接" />}
          </>
        )}
      </section>
    </Dialog>
  );
}
