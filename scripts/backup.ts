import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupRefusal } from '../mock-server/backup/backup-refusal.ts';
import { StartRefusal, unusableFolder } from '../mock-server/start-refusal.ts';
import { makeBackup, thinOut } from './lib/backup.ts';
import { dataFolder, givenPath, megabytesOf } from './lib/data-folder.ts';

/** npm run backup -- [folder] [--keep n]: copies the data while the server runs. */
process.umask(0o077);
const dataDir = dataFolder();
try {
  const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)))
    throw new BackupRefusal('用法：npm run backup -- [放备份的文件夹] [--keep 保留份数]');
  const [given] = positionals;
  const parent = given === undefined ? path.join(dataDir, 'backups') : givenPath(given);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const { folder, manifest } = await makeBackup(dataDir, parent, version);
  console.log(`已备份到 ${folder}：${manifest.files.length} 个文件，${megabytesOf(manifest)} MB。`);
  if (manifest.missing.length > 0)
    console.log(`有 ${manifest.missing.length} 张图片有记录但文件早已丢失，名单在 manifest.json 的 missing 里。`);
  if (keep !== undefined) for (const name of await thinOut(parent, keep)) console.log(`已删除较早的备份 ${name}。`);
} catch (error) {
  const isKnown = error instanceof BackupRefusal || error instanceof StartRefusal;
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  const sentence = isUsage
    ? '用法：npm run backup -- [放备份的文件夹] [--keep 保留份数]'
    : unusableFolder(error, dataDir);
  console.error(isKnown ? error.message : (sentence ?? error));
  process.exitCode = 1;
}
