import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { failures } from './test-report.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(name, content) {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return path.relative(inRoot('.'), file);
}

describe('failures at the end of a run', () => {
  it('names tests, files that did not load and stories, each with one line', () => {
    const vitest = report('vitest.json', {
      testResults: [
        {
          name: inRoot('engine/base/blur.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'a', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'blur keeps means',
              failureMessages: ['\u001b[31mError: 3 is not 4\u001b[39m\nat x'],
            },
          ],
        },
        {
          name: inRoot('engine/base/mask.test.ts'),
          status: 'failed',
          message: 'SyntaxError: no',
          assertionResults: [],
        },
      ],
    });
    const story = (status, results) => ({
      file: 'shop.spec.ts',
      title: `${status} story`,
      tests: [{ status, results }],
    });
    const playwright = report('playwright.json', {
      suites: [
        {
          specs: [story('expected', [{}])],
          suites: [{ specs: [story('unexpected', [{ error: { message: 'Timed out\nwaiting' } }])] }],
        },
      ],
    });
    expect(failures(vitest, playwright)).toEqual([
      { file: 'engine/base/blur.test.ts', name: 'blur keeps means', message: 'Error: 3 is not 4' },
      { file: 'engine/base/mask.test.ts', name: '', message: 'SyntaxError: no' },
      { file: 'tests/e2e/shop.spec.ts', name: 'unexpected story', message: 'Timed out' },
    ]);
    expect(failures('test-results/none.json', 'test-results/none.json')).toEqual([]);
  });
});
