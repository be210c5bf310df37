import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { walkAudit } from '../mock-server/backup/audit-walk.ts';
import { dataFolder } from './lib/data-folder.ts';

/** npm run audit:verify: walks the chain of the audit. Ends with 0: whole; 1: broken; 2: could not be read. */
const dataDir = dataFolder();
const database = path.join(dataDir, 'zhuhui.db');
const keyFile = path.join(dataDir, 'installation.key');

function verify(): number {
  for (const file of [database, keyFile]) {
    if (existsSync(file)) continue;
    console.error(`没有找到 ${file}，无法核对审计。请用 DATA_DIR 指定数据目录。`);
    return 2;
  }
  const connection = new Database(database, { readonly: true, fileMustExist: true });
  try {
    const { rows, fault } = walkAudit(connection, readFileSync(keyFile, 'utf8'));
    if (!fault) console.log(`审计完整：${rows} 条记录，前后相接，与写入时一致。`);
    else console.error(`审计不完整，第一处问题：${fault.sentence}。`);
    return fault ? 1 : 0;
  } catch (error) {
    console.error(`审计无法读取：${(error as Error).message}。先启动一次服务以升级数据库。`);
    return 2;
  } finally {
    connection.close();
  }
}

process.exitCode = verify();
