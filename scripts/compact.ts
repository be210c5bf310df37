import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { takeDataFolder } from '../mock-server/db/data-folder.ts';
import { StartRefusal, unusableFolder } from '../mock-server/start-refusal.ts';
import { dataFolder } from './lib/data-folder.ts';

/**
 * npm run compact: rewrites the databases (VACUUM), so that no deleted data remains on free pages; older versions freed
 * pages without overwriting them. Refuses to run while a server uses the data folder. Needs as much free disk space as
 * the databases take.
 */
process.umask(0o077);
const dataDir = dataFolder();
try {
  const database = path.join(dataDir, 'zhuhui.db');
  if (!existsSync(database)) throw new StartRefusal(`没有找到 ${database}，请用 DATA_DIR 指定数据目录。`);
  const folder = takeDataFolder(dataDir);
  try {
    for (const file of [database, path.join(dataDir, 'simulated-payment.db')].filter(existsSync)) {
      const connection = new Database(file, { fileMustExist: true });
      try {
        connection.pragma('secure_delete = ON');
        connection.exec('VACUUM');
        connection.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        connection.close();
      }
      console.log(`已重写 ${file}。`);
    }
  } finally {
    folder.release();
  }
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : (unusableFolder(error, dataDir) ?? error));
  process.exitCode = 1;
}
