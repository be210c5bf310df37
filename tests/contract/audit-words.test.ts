import { expect, test } from 'vitest';
import { auditActionWords } from '#shared/domain/console-words';
import { sourcePaths, textOfSource } from '../support/source-files.ts';

const actions = sourcePaths('mock-server').flatMap((file) =>
  [...textOfSource(file).matchAll(/\baction: '(\w+\.\w+)'/g)].map(([, action = '']) => action),
);

test('every audited action has Chinese words', () => {
  expect(actions.length).toBeGreaterThan(40);
  const unnamed = actions.filter((action) =>
    /[a-z]/i.test(auditActionWords({ action, resource: action.split('.')[0] ?? '' })),
  );
  expect(unnamed).toEqual([]);
});
