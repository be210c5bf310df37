/** Why the server does not start, as a Chinese sentence for whoever starts it. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

const wayOut = '请检查后再启动，或用 DATA_DIR=其他目录 启动。';
const broken = '数据库文件已损坏，或者不是本产品的数据库。请用 npm run restore 恢复备份。';
const notAFolder = `需要文件夹的地方是一个文件。${wayOut}`;
const noRight = `没有读写权限。${wayOut}`;
const isReadonly = `只能读，不能写。${wayOut}`;
const full = '磁盘空间不足。请清理磁盘后再启动。';
const unreliable = '磁盘读写出错，请检查磁盘。';

/** SQLite's extended codes begin with its plain ones. */
const sentences: ReadonlyArray<[code: string, sentence: string]> = [
  ['ENOTDIR', notAFolder],
  ['EEXIST', notAFolder],
  ['EISDIR', `需要文件的地方是一个文件夹。${wayOut}`],
  ['EACCES', noRight],
  ['EPERM', noRight],
  ['EROFS', isReadonly],
  ['SQLITE_READONLY', isReadonly],
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['SQLITE_FULL', full],
  ['SQLITE_IOERR_SHMSIZE', full],
  ['EIO', unreliable],
  ['SQLITE_IOERR', unreliable],
  ['SQLITE_NOTADB', broken],
  ['SQLITE_CORRUPT', broken],
  ['SQLITE_CANTOPEN', `打不开数据库文件。${wayOut}`],
  ['SQLITE_BUSY', '数据库正被另一个程序占用。请先关闭它。'],
];

/** The sentence for a start that the data folder does not allow; undefined when something else is the matter. */
export function unusableFolder(error: unknown, dataDir: string): string | undefined {
  const { code = '', path = dataDir, message } = error as NodeJS.ErrnoException;
  const known = sentences.find(([start]) => code === start || code.startsWith(`${start}_`));
  return known && `数据目录 ${dataDir} 不能使用：${known[1]}\n（${path}：${code || message}）`;
}
