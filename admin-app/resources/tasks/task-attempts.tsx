import type { StaffTaskDetail } from '#shared/contract/task-desk';
import { formatDuration } from '../../ui/format.ts';
import { Time } from '../../ui/parts.tsx';
import { statusWords } from '../../ui/status-words.tsx';
import { EngineName } from './engine-name.tsx';

type Attempt = StaffTaskDetail['attempted'][number];

const outcome = statusWords(
  {
    running: '进行中',
    succeeded: '成功',
    failed: '失败',
    retried: '出错，再试',
    canceled: '取消',
    lost: '中断',
    released: '服务停止',
  } satisfies Record<NonNullable<Attempt['outcome']> | 'running', string>,
  {
    running: 'accent',
    succeeded: 'success',
    failed: 'danger',
    retried: 'warning',
    canceled: 'quiet',
    lost: 'warning',
    released: 'quiet',
  },
);

/** Each attempt with its times, and who or what ended it. */
export function Attempts({ task: { attempted, job } }: { task: StaffTaskDetail }) {
  if (attempted.length === 0) return <p className="quiet">还没有开始运行。</p>;
  return (
    <>
      <ol className="timeline timeline-plain">
        {attempted.map((attempt) => (
          <li key={attempt.number}>
            <div className="timeline-head">
              <span>
                第 {attempt.number} 次 <outcome.Dot status={attempt.outcome ?? 'running'} />
              </span>
              <Time at={attempt.startedAt} />
            </div>
            <div className="quiet">
              <EngineName id={attempt.engine} />
              {attempt.endedAt !== null && ` · ${formatDuration(attempt.endedAt - attempt.startedAt)}`}
              {attempt.endedBy !== null && ` · ${attempt.endedByName ?? attempt.endedBy}`}
            </div>
            {attempt.message && <div>{attempt.message}</div>}
          </li>
        ))}
      </ol>
      {job?.state === 'ready' && (
        <p className="quiet">
          下次运行不早于 <Time at={job.runAt} />
        </p>
      )}
    </>
  );
}

/** Log of engine and runner. */
export function EngineLog({ task: { log } }: { task: StaffTaskDetail }) {
  if (log.length === 0) return <p className="quiet">没有日志。日志保留 30 天，每个任务最多 200 行。</p>;
  const start = log[0]?.createdAt ?? 0;
  return (
    <ol className="engine-log" aria-label="引擎日志">
      {log.map((line) => (
        <li key={line.id}>
          <span className="figures quiet">+{((line.createdAt - start) / 1000).toFixed(1)} s</span>
          <span>{line.words}</span>
          {line.progress !== null && <span className="figures quiet">{Math.round(line.progress * 100)}%</span>}
        </li>
      ))}
    </ol>
  );
}
