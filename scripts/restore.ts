import { BackupRefusal } from '../mock-server/backup/backup-refusal.ts';
import { StartRefusal, unusableFolder } from '../mock-server/start-refusal.ts';
import { restoreBackup } from './lib/backup.ts';
import { dataFolder, givenPath, megabytesOf } from './lib/data-folder.ts';

/** npm run restore <folder>: puts a backup in the place of the data, while no server runs. */
process.umask(0o077);
const dataDir = dataFolder();
try {
  const [given, ...others] = process.argv.slice(2);
  if (given === undefined || given.startsWith('-') || others.length > 0)
    throw new BackupRefusal('用法：npm run restore <备份文件夹>，如 npm run restore data/backups/2026-11-22-030000');
  const { manifest, aside } = await restoreBackup(givenPath(given), dataDir);
  const made = new Date(manifest.createdAt).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' });
  console.log(
    `已恢复 ${made} 的备份到 ${dataDir}：${manifest.files.length} 个文件，${megabytesOf(manifest)} MB，全部核对无误。`,
  );
  if (aside) console.log(`原来的数据移到了 ${aside}，确认无误后可以删除。`);
  console.log('现在可以启动服务：npm start');
} catch (error) {
  const isKnown = error instanceof BackupRefusal || error instanceof StartRefusal;
  console.error(isKnown ? error.message : (unusableFolder(error, dataDir) ?? error));
  process.exitCode = 1;
}
