import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { usePurses, useTickets } from '../../data/ticket';
import { Link } from '../../lib/router';
import { openOffer } from '../../lib/shop-store';
import { expiryInShort } from '../../lib/ticket-words';
import { Button } from '../../ui/button';
import { ChatIcon, LiveIcon, TicketIcon } from '../../ui/icons';
import { Popover } from '../../ui/popover';
import styles from './tickets-menu.css';

const icons: Record<TicketKind, typeof TicketIcon> = { normal: TicketIcon, live: LiveIcon, gpt: ChatIcon };

const uses: Record<TicketKind, string> = {
  normal: '出图和视频，按张或按条扣',
  live: '实时渲染，按分钟扣',
  gpt: 'AI 助手，按回答扣',
};

/** Keeps the header narrow: 9999 is shown whole, more as 1 万+. */
function shortCount(count: number): string {
  return count > 9_999 ? `${Math.floor(count / 10_000)}万+` : String(count);
}

/** Three small counts; the panel says what each is for. */
export function TicketsMenu({ isLoggedIn }: { isLoggedIn: boolean }) {
  const { data } = useTickets(isLoggedIn);
  if (!isLoggedIn) return null;
  const label = data ? ticketKinds.map((kind) => `${ticketLabels[kind]} ${data[kind]}`).join('，') : '剩余券数';
  return (
    <Popover
      align="end"
      opensOnHover
      triggerClassName={`row gap-12 p-0-12 border ${styles.trigger}`}
      panelClassName={styles.panel}
      trigger={
        <>
          <span className="visually-hidden">{label}</span>
          <span className={styles.counts} aria-hidden="true">
            {ticketKinds.map((kind) => {
              const Icon = icons[kind];
              return (
                <span key={kind} className={`inline-flex items-center gap-4 text-13 ${styles.count}`}>
                  <Icon size={15} />
                  <span className="tabular">{data ? shortCount(data[kind]) : '–'}</span>
                </span>
              );
            })}
          </span>
        </>
      }
    >
      {(close) => (
        <>
          <dl className={styles.list}>
            {ticketKinds.map((kind) => (
              <div key={kind} className={`row justify-between gap-16 p-8-0 border-b ${styles.row}`}>
                <dt>
                  {ticketLabels[kind]}
                  <span className="block text-second text-12">{uses[kind]}</span>
                  <Expiring kind={kind} />
                </dt>
                <dd className="tabular">{data ? data[kind].toLocaleString('zh-CN') : '–'}</dd>
              </div>
            ))}
          </dl>
          <p className={`text-second text-12 leading-18 ${styles.note}`}>任务失败或取消，券自动退回原处。</p>
          <div className={`row justify-between ${styles.ways}`}>
            <Button
              size="small"
              onClick={() => {
                close();
                openOffer({ want: { tickets: 'normal' } });
              }}
            >
              充值
            </Button>
            <Link to="/tickets" onClick={close}>
              券明细
            </Link>
          </div>
        </>
      )}
    </Popover>
  );
}

/** Tickets that expire within the week; read when the panel opens. */
function Expiring({ kind }: { kind: TicketKind }) {
  const { data } = usePurses(true);
  const purse = data?.purses.find((known) => known.kind === kind);
  const line = purse && expiryInShort(purse);
  return line ? <span className={`block text-12 ${styles.expiring}`}>{line}</span> : null;
}

/** The same counts in words, for phones, whose header has no room for them. */
export function TicketsLine() {
  const { data } = useTickets(true);
  if (!data) return null;
  return (
    <span className={`hidden ${styles.line}`}>
      {ticketKinds.map((kind) => (
        <span key={kind} className="tabular">
          {ticketLabels[kind]} {shortCount(data[kind])}
        </span>
      ))}
    </span>
  );
}
