import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, settingsDocument } from './config.ts';

test('docs/SETTINGS.md tells the settings as they are', () => {
  expect(readFileSync(new URL('../docs/SETTINGS.md', import.meta.url), 'utf8')).toBe(settingsDocument());
});

test('a fault names the setting and shows the value, unless it is a secret', () => {
  const attempt = () => readConfig({ PORT: 'eighty', ADMIN_PASSWORD: 'short', WECHAT_PAY_API_V3_KEY: 'x'.repeat(40) });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(/PORT=eighty：/);
  expect(attempt).toThrow(/ADMIN_PASSWORD：[\s\S]*WECHAT_PAY_API_V3_KEY：/);
  expect(attempt).not.toThrow(/short|xxxx/);
});
