import { expect, test } from 'vitest';
import { progressWords, waitWords } from './status-words';

const work = (part: object) => part as Parameters<typeof progressWords>[0];

test('a waiting work says its place and an estimate that counts down', () => {
  const queued = work({ status: 'queued', queueNum: 3, progress: 0, etaMs: 40_000 });
  expect(progressWords(queued, undefined, 0)).toBe('前面 3 个 · 预计 40 秒');
  expect(progressWords(queued, undefined, 15_000)).toBe('前面 3 个 · 预计 25 秒');
  expect(progressWords(queued, undefined, 41_000)).toBe('前面 3 个 · 比预计的久一些');
});

test('nothing is estimated where nothing is known', () => {
  expect(progressWords(work({ status: 'queued', queueNum: 0, progress: 0 }), undefined, 0)).toBe('马上开始');
  expect(progressWords(work({ status: 'running', queueNum: 0 }), 0.429, 0)).toBe('生成中 42%');
  expect(progressWords(work({ status: 'running', queueNum: 0 }), undefined, 0)).toBe('生成中');
});

test('a running work says what is done on it', () => {
  const running = work({ status: 'running', queueNum: 0, step: { words: '上光', ends: 0.9 }, etaMs: 8_000 });
  expect(progressWords(running, 0.429, 0)).toBe('生成中 42% · 上光 · 预计 8 秒');
  expect(progressWords(running, undefined, 0)).toBe('生成中 · 上光 · 预计 8 秒');
});

test('long waits are said roughly', () => {
  expect(waitWords(400)).toBe('1 秒');
  expect(waitWords(120_000)).toBe('2 分钟');
  expect(waitWords(130_000)).toBe('2 分 10 秒');
  expect(waitWords(720_000)).toBe('约 12 分钟');
});
