import path from 'node:path';
import type { Manifest } from '../../mock-server/backup/backup.ts';
import { settings } from '../../mock-server/config.ts';

/** The data folder the server of this environment uses. */
export const dataFolder = () => path.resolve(settings.dataDir.schema.parse(process.env.DATA_DIR || undefined));

/** A path as it was typed: npm runs scripts in the folder of package.json, whoever calls it from wherever. */
export const givenPath = (text: string) => path.resolve(process.env.INIT_CWD ?? process.cwd(), text);

export const megabytesOf = ({ files }: Manifest) =>
  (files.reduce((sum, file) => sum + file.bytes, 0) / 1024 ** 2).toFixed(1);
