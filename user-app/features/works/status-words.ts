import type { Work } from '#shared/contract/project';
import { runWords } from '../../lib/run-words';

/** `40 秒`, `2 分 10 秒`, `约 12 分钟`. Takes milliseconds, at least a second is said. */
export function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  if (seconds >= 600) return `约 ${Math.round(seconds / 60)} 分钟`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} 分${rest === 0 ? '钟' : ` ${rest} 秒`}`;
}

/**
 * State of an unfinished work in Chinese words: `前面 3 个 · 预计 40 秒`, `生成中 42% · 上光 · 预计 8 秒`.
 * @param fraction of a running work, 0–1; undefined where nobody knows
 * @param sinceMs milliseconds since this state came in; the estimate is counted down by it
 */
export function progressWords(work: Work, fraction: number | undefined, sinceMs: number): string {
  const { status, queueNum, etaMs, waitWords: pause } = work;
  if (status === 'queued' && pause) return pause;
  const place = status === 'queued' ? (queueNum > 0 ? `前面 ${queueNum} 个` : '马上开始') : runWords(work, fraction);
  if (etaMs === undefined) return place;
  const left = etaMs - sinceMs;
  return left > 0 ? `${place} · 预计 ${waitWords(left)}` : `${place} · 比预计的久一些`;
}
