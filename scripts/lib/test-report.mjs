import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inRoot, root } from './paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, note?: string }} Tally */

/** A run that left no usable report, or ended badly although no test failed, is one failure. */
const broken = (note) => ({ passed: 0, failed: 1, skipped: 0, note });

function read(file) {
  if (!existsSync(inRoot(file))) return undefined;
  try {
    return JSON.parse(readFileSync(inRoot(file), 'utf8'));
  } catch {
    return undefined;
  }
}

function settle(tally, isOk) {
  if (!isOk && tally.failed === 0) return { ...tally, failed: 1, note: '没有失败的用例，但运行以错误结束' };
  if (tally.passed + tally.failed === 0) return broken('一个用例也没有运行');
  return tally;
}

/** @param {string} file report of vitest's json reporter @param {boolean} isOk whether the run ended with 0 @returns {Tally} */
export function vitestTally(file, isOk) {
  const report = read(file);
  if (!report) return broken('没有测试报告');
  const filesThatDidNotLoad = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.every(({ status }) => status !== 'failed'),
  ).length;
  const tally = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + filesThatDidNotLoad,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return settle(tally, isOk);
}

/** @param {string} file report of Playwright's json reporter @param {boolean} isOk whether the run ended with 0 @returns {Tally} */
export function playwrightTally(file, isOk) {
  const report = read(file);
  if (!report) return broken('没有测试报告');
  const { expected, flaky, unexpected, skipped } = report.stats;
  const note = flaky > 0 ? { note: `${flaky} 个用例第二次才通过` } : {};
  return settle({ passed: expected + flaky, failed: unexpected, skipped, ...note }, isOk);
}

/** Every story of a report with its spec file, however deep its group lies. */
function* storiesIn(suites) {
  for (const { specs = [], suites: inner = [] } of suites) {
    yield* specs;
    yield* storiesIn(inner);
  }
}

/** The first line of a failure, without the colours of a terminal. @param {string | undefined} message */
const firstLine = (message) => stripVTControlCharacters(message ?? '').split('\n', 1)[0];

/**
 * Tests and stories that failed, and files of tests that could not be loaded, each with the first line of its message.
 * A report that is missing has none.
 * @param {string} vitestFile @param {string} playwrightFile @returns {{ file: string, name: string, message: string }[]}
 */
export function failures(vitestFile, playwrightFile) {
  const failed = [];
  for (const { name: file, status, message, assertionResults } of read(vitestFile)?.testResults ?? []) {
    const shown = path.relative(root, file).replaceAll('\\', '/');
    const own = assertionResults.filter((test) => test.status === 'failed');
    for (const test of own)
      failed.push({ file: shown, name: test.fullName, message: firstLine(test.failureMessages[0]) });
    if (status === 'failed' && own.length === 0) failed.push({ file: shown, name: '', message: firstLine(message) });
  }
  for (const { file, title, tests } of storiesIn(read(playwrightFile)?.suites ?? []))
    for (const { status, results } of tests)
      if (status === 'unexpected')
        failed.push({ file: `tests/e2e/${file}`, name: title, message: firstLine(results.at(-1)?.error?.message) });
  return failed;
}

/**
 * The files whose tests or stories kept workers busy the longest, in seconds. A report that is missing counts nothing.
 * @param {string} vitestFile @param {string} playwrightFile @param {number} count
 */
export function slowestFiles(vitestFile, playwrightFile, count) {
  const seconds = new Map();
  const add = (file, more) => seconds.set(file, (seconds.get(file) ?? 0) + more);
  for (const { name, startTime, endTime } of read(vitestFile)?.testResults ?? [])
    add(path.relative(root, name).replaceAll('\\', '/'), Math.max(0, endTime - startTime) / 1000);
  for (const { file, tests } of storiesIn(read(playwrightFile)?.suites ?? []))
    for (const { results } of tests)
      add(`tests/e2e/${file}`, results.reduce((sum, { duration }) => sum + duration, 0) / 1000);
  return [...seconds]
    .map(([file, total]) => ({ file, seconds: total }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
