import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from '../../mock-server/config.ts';
import { createDeps, type Replacements } from '../../mock-server/deps.ts';

type Files = ReadonlyArray<{ name: string; bytes: Buffer }>;

/** Templates by the passwords that their administrator was made with: one database knows one cost of them. */
const templates = new Map<Replacements['passwords'], Promise<Files>>();

/**
 * Puts into an empty data folder the databases as an unseeded first start leaves them, so that migrations and the
 * administrator are made once in this process and not for every server.
 */
export async function plantTemplate(config: Config, log: Logger, replacements: Replacements): Promise<void> {
  const { passwords } = replacements;
  const template = templates.get(passwords) ?? firstStart(config, log, replacements);
  templates.set(passwords, template);
  for (const { name, bytes } of await template) await writeFile(path.join(config.dataDir, name), bytes);
}

/** The same for a program in a process of its own: it starts as it would a second time, and draws no examples. */
export function plantFirstStart(dataDir: string): Promise<void> {
  return plantTemplate(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }), {});
}

async function firstStart(config: Config, log: Logger, replacements: Replacements): Promise<Files> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-template-'));
  try {
    const deps = await createDeps({ ...config, dataDir }, log, { ...replacements, engines: [], isSeedSkipped: true });
    await deps.close(0);
    const names = (await readdir(dataDir)).filter((name) => name.endsWith('.db'));
    return await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(path.join(dataDir, name)) })));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
