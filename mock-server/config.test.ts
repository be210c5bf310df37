import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsDocument } from './config.ts';

test('docs/SETTINGS.md tells the settings as they are', () => {
  expect(readFileSync(new URL('../docs/SETTINGS.md', import.meta.url), 'utf8')).toBe(settingsDocument());
});
