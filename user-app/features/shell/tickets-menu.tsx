import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { useTickets } from '../../data/ticket';
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
      label={label}
      triggerClassName={styles.trigger}
      panelClassName={styles.panel}
      trigger={ticketKinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <span key={kind} className={styles.count}>
            <Icon size={15} />
            <span className="tabular">{data ? shortCount(data[kind]) : '–'}</span>
          </span>
        );
      })}
    >
      {() => (
        <dl className={styles.list}>
          {ticketKinds.map((kind) => (
            <div key={kind} className={styles.row}>
              <dt>
                {ticketLabels[kind]}
                <span className={styles.use}>{uses[kind]}</span>
              </dt>
              <dd className="tabular">{data ? data[kind].toLocaleString('zh-CN') : '–'}</dd>
            </div>
          ))}
          <p className={styles.note}>任务失败或取消，券自动退回原处。</p>
        </dl>
      )}
    </Popover>
  );
}

/** The same counts in words, for phones, whose header has no room for them. */
export function TicketsLine() {
  const { data } = useTickets(true);
  if (!data) return null;
  return (
    <span className={styles.line}>
      {ticketKinds.map((kind) => (
        <span key={kind} className="tabular">
          {ticketLabels[kind]} {shortCount(data[kind])}
        </span>
      ))}
    </span>
  );
}
