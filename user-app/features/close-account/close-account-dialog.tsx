import { type FormEvent, useState } from 'react';
import { closingWords, type ErasureMeaning } from '#shared/contract/own-erasure';
import { failureWords } from '#shared/domain/failure-words';
import { formatDate, formatNumber } from '#shared/domain/format';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { requestOwnErasure, useOwnErasure } from '../../data/own-erasure';
import { leave } from '../../data/user';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialog';
import { TextField } from '../../ui/text-field';
import { Waiting } from '../../ui/waiting';
import styles from './close-account.css';

/** Says what closing the account means, asks for it by typing, and then for how long it can be taken back. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refresh } = useOwnErasure();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [dueAt, setDueAt] = useState<number>();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== closingWords) {
      setFault(`请输入“${closingWords}”`);
      return;
    }
    setBusy(true);
    try {
      setDueAt(await requestOwnErasure(typed.trim()));
    } catch (failure) {
      setFault(failureWords(failure, '没有提交，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  if (dueAt !== undefined)
    return (
      <Dialog
        title="已申请注销"
        size="small"
        needsAnswer
        staysOnPress
        onClose={() => void leave()}
        actions={
          <Button look="primary" onClick={() => void leave()}>
            知道了
          </Button>
        }
      >
        <p>账号将于 {formatDate(dueAt)} 删除。在此之前重新登录，可以一键撤回。</p>
      </Dialog>
    );
  return (
    <Dialog title="注销账号" onClose={onClose}>
      {!data && !error && <Waiting label="正在读取" rows={3} height={48} />}
      {error && (
        <p role="alert">
          {error.message} <Button onClick={refresh}>重试</Button>
        </p>
      )}
      {data && (
        <form onSubmit={(event) => void send(event)} noValidate>
          <dl className={`mb-16 ${styles.meaning}`}>
            {rowsOf(data).map(([name, words]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <p className="mb-16">
            提交后立即退出所有设备。{data.waitsDays} 天内重新登录可以撤回，期满自动删除，不能恢复。
          </p>
          <TextField
            label={`输入“${closingWords}”确认`}
            value={typed}
            fault={fault || undefined}
            autoComplete="off"
            onChange={(text) => {
              setTyped(text);
              setFault('');
            }}
          />
          <DialogActions>
            <Button onClick={onClose}>取消</Button>
            <Button type="submit" look="danger" disabled={isBusy}>
              申请注销
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

function rowsOf({ lost, open, kept }: ErasureMeaning): Array<readonly [string, string]> {
  const { works, pictures, conversations, tickets, isMember, planExpiresAt } = lost;
  const left = ticketKinds
    .filter((kind) => tickets[kind] > 0)
    .map((kind) => `${ticketLabels[kind]} ${formatNumber(tickets[kind])} 张`);
  const membership = planExpiresAt === null ? '不限期的会员' : `会员（至 ${formatDate(planExpiresAt)}）`;
  const losses = [...left, ...(isMember ? [membership] : [])];
  const unsettled = [
    ...(open.orders > 0 ? [`${formatNumber(open.orders)} 个未了结的订单`] : []),
    ...(open.refunds > 0 ? [`${formatNumber(open.refunds)} 笔未办完的退款`] : []),
    ...(open.tasks > 0 ? [`${formatNumber(open.tasks)} 个进行中的任务`] : []),
  ];
  return [
    [
      '会删除',
      `作品 ${formatNumber(works)} 件、图片 ${formatNumber(pictures)} 张、会话 ${formatNumber(conversations)} 个，分享链接，手机号、昵称等资料`,
    ],
    ...(losses.length > 0 ? [['会失去', `${losses.join('、')}；要退款的请先在“我的订单”申请`] as const] : []),
    ['会留下', kept.join('；')],
    ...(unsettled.length > 0 ? [['还没办完', `${unsettled.join('、')}，到期也要等办完才删除`] as const] : []),
  ];
}
