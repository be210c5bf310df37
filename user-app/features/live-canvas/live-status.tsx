import { useEffect, useState } from 'react';
import { type LivePhase, type LiveState, minuteLeftAt } from './engine/live-state';
import styles from './picture.css';

const phaseWords: Readonly<Record<LivePhase, string>> = {
  off: '未开始',
  opening: '正在开始',
  live: '实时',
  paused: '已暂停',
  idle: '空闲暂停',
  reconnecting: '重连中',
  short: '券不足',
  taken: '已在别处打开',
  failed: '已停下',
};

/** Status of the session: state, pictures a second, time of the engine, tickets and the rest of the paid minute. */
export function LiveStatus({ live, ticketsLeft }: { live: LiveState; ticketsLeft: number | undefined }) {
  const { phase, framesPerSecond, ms, isRendering } = live;
  const minuteLeft = minuteLeftAt(live, useNow(phase === 'live' || phase === 'idle'));
  return (
    <div className={`row gap-12 min-w-0 overflow-hidden text-second text-12 tabular nowrap ${styles.status}`}>
      <span
        className={`inline-flex flex-none items-center gap-8 text-ink text-13 font-medium ${styles.pill}`}
        data-phase={phase}
        data-busy={isRendering || undefined}
      >
        <span role="status">{phaseWords[phase]}</span>
      </span>
      {phase !== 'off' && (
        <dl className={`flex gap-12 min-w-0 overflow-hidden ${styles.facts}`}>
          {framesPerSecond !== undefined && (
            <div>
              <dt>帧率</dt>
              <dd>{framesPerSecond.toFixed(1)} fps</dd>
            </div>
          )}
          {ms !== undefined && (
            <div>
              <dt>出图</dt>
              <dd>{Math.round(ms)} ms</dd>
            </div>
          )}
          {minuteLeft !== undefined && (
            <div>
              <dt>本分钟</dt>
              <dd>剩 {Math.ceil(minuteLeft / 1000)} 秒</dd>
            </div>
          )}
        </dl>
      )}
      {ticketsLeft !== undefined && (
        <span className="flex-none" title="实时券：每张 1 分钟动笔时间">
          实时券 {ticketsLeft}
        </span>
      )}
    </div>
  );
}

/** The loop's clock, looked at twice a second while it matters. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => setNow(performance.now()), 500);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  return now;
}
