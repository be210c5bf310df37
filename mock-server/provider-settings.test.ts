import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { providerSettings } from './provider-settings.ts';

/** Options that stand for no service outside. */
const standIns = ['off', 'outbox', 'simulated'];

const all = Object.entries(providerSettings);
const choices = all.flatMap(([name, { env, schema }]) => {
  if (!name.endsWith('Provider')) return [];
  const { options } = (schema as unknown as { unwrap(): { options: string[] } }).unwrap();
  return options.filter((option) => !standIns.includes(option)).map((option) => ({ env, option }));
});

it('no two services are called alike, and every need is that of one of them', () => {
  const options = choices.map(({ option }) => option);
  expect(new Set(options).size).toBe(options.length);
  const strangers = all.filter(([, { neededBy }]) => neededBy !== undefined && !options.includes(neededBy));
  expect(strangers.map(([name]) => name)).toEqual([]);
});

it.each(choices)('$env=$option asks at the start for everything it needs, by name', ({ env, option }) => {
  const needed = all.filter(([, { neededBy }]) => neededBy === option).map(([, setting]) => setting.env);
  expect(needed.length).toBeGreaterThan(1);
  const attempt = () => readConfig({ [env]: option });
  for (const name of needed) expect(attempt).toThrow(`${name}：所选的服务需要它，请填写`);
});

it.each(choices)('the adapter $option is held to the conformance suite of its kind', ({ option }) => {
  const folder = path.join(import.meta.dirname, 'adapters');
  const [file] = globSync(`**/${option}.test.ts`, { cwd: folder });
  expect(file, `adapters/…/${option}.test.ts`).toBeDefined();
  expect(readFileSync(path.join(folder, file ?? ''), 'utf8')).toMatch(/from '[./]+conformance\.ts'/);
});
