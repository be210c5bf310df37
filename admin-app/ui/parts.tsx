import { App, Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { formatExactTime, formatTime, shortId } from './format.ts';
import { CopyIcon } from './icons.tsx';

export type Tone = 'success' | 'warning' | 'danger' | 'accent' | 'quiet';

/** A state as a dot plus its word; the colour never stands alone. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="status">
      <span className={`status-dot is-${tone}`} aria-hidden="true" />
      {children}
    </span>
  );
}

/** A moment; with its seconds in lists of events, where several stand in one minute. */
export function Time({ at, isExact = false }: { at: number | null; isExact?: boolean }) {
  if (at === null) return <span className="quiet">—</span>;
  return (
    <time className="figures" dateTime={new Date(at).toISOString()} title={formatExactTime(at)}>
      {isExact ? formatExactTime(at) : formatTime(at)}
    </time>
  );
}

/** A long id: its ends, the whole on hover or from the start; one click copies it. */
export function CopyableId({ id, what, isWhole = false }: { id: string; what: string; isWhole?: boolean }) {
  const { message } = App.useApp();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      message.success(`已复制${what}`);
    } catch {
      message.error('浏览器不允许复制，请手动选择');
    }
  };
  return (
    <span className="copyable">
      <code title={id}>{isWhole ? id : shortId(id)}</code>
      <Tooltip title="复制">
        <Button type="text" size="small" icon={<CopyIcon />} aria-label={`复制${what}`} onClick={copy} />
      </Tooltip>
    </span>
  );
}

/** A drawn empty state: an empty sheet on the board. */
export function Empty({ sentence, action }: { sentence: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <svg
        width="88"
        height="72"
        viewBox="0 0 88 72"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M14 54V14l60-6v46z" strokeLinejoin="round" />
        <path
          d="M24 44h40M24 44V26l18-9 22 9v18M34 44V32h8v12M50 32h7v6h-7z"
          strokeDasharray="3 3"
          strokeLinejoin="round"
        />
        <path d="m62 60 14-14 4 4-14 14-5 1z" strokeLinejoin="round" stroke="var(--accent)" />
      </svg>
      <p>{sentence}</p>
      {action}
    </div>
  );
}

export function LoadFailure({ error, onRetry }: { error: { message: string }; onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <p>没有加载出来：{error.message}</p>
      <Button onClick={onRetry}>重试</Button>
    </div>
  );
}

/** Label and value pairs of a drawer. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A titled part of a drawer. */
export function Section({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className="drawer-section">
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}

/** Text that may be longer than its cell; the whole on hover. */
export function Clip({ text, isWide = false }: { text: string; isWide?: boolean }) {
  if (text === '') return <span className="quiet">—</span>;
  return (
    <span className={isWide ? 'clip wide-clip' : 'clip'} title={text}>
      {text}
    </span>
  );
}
