import { constants } from 'node:fs';
import { access, lstat, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BackupRefusal } from '../../mock-server/backup/backup-refusal.ts';

/** A move of a file or folder within one file system. Absolute paths. */
export interface Move {
  from: string;
  to: string;
}

const noteName = '怎样移回.txt';

/**
 * Moves all entries or none. Checks that every entry can be moved before the first move; when a move still fails, the
 * earlier ones are undone. Throws {@link BackupRefusal}; if undoing fails too, its message lists the commands that
 * restore the original state.
 * @param aside folder in which a note with these commands is written first, in case the process dies in between
 */
export async function moveAll(moves: readonly Move[], aside: string | undefined, move = rename): Promise<void> {
  const faults = (await Promise.all(moves.map((each) => faultOf(each, moves)))).filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new BackupRefusal(`没有恢复，数据没有变化：\n  ${faults.slice(0, 20).join('\n  ')}`);
  if (aside) await writeFile(path.join(aside, noteName), `${wayBack(moves)}\n`, { mode: 0o600 });
  const done: Move[] = [];
  try {
    for (const each of moves) {
      await move(each.from, each.to);
      done.push(each);
    }
  } catch (cause) {
    await undo(done, cause, move);
  }
}

async function undo(done: readonly Move[], cause: unknown, move: typeof rename): Promise<never> {
  const why = cause instanceof Error ? cause.message : String(cause);
  const left: Move[] = [];
  for (const each of done.toReversed())
    await move(each.to, each.from).catch(() => {
      left.push(each);
    });
  if (left.length === 0) throw new BackupRefusal(`没有恢复：${why}\n已经移动的都移回了原处，数据没有变化。`, { cause });
  throw new BackupRefusal(
    `恢复中断：${why}\n移回原处也没有全部成功，请先不要启动服务。\n${wayBack(left.toReversed())}`,
    {
      cause,
    },
  );
}

/** Shell commands that undo the moves, in reverse order, with an introduction. */
function wayBack(moves: readonly Move[]): string {
  const quoted = (file: string) => `'${file.replaceAll("'", "'\\''")}'`;
  const lines = moves.toReversed().map(({ from, to }) => `  mv ${quoted(to)} ${quoted(from)}`);
  return `把数据移回原处，请依次执行（没有移动过的会提示不存在，可以忽略）：\n${lines.join('\n')}`;
}

/** Returns a sentence for the operator that says why the entry cannot be moved; undefined when it can. */
async function faultOf({ from, to }: Move, moves: readonly Move[]): Promise<string | undefined> {
  const found = await lstat(from).catch(() => undefined);
  if (!found) return `${from}：不存在`;
  const folders = [path.dirname(from), path.dirname(to)];
  const [source, target] = await Promise.all(folders.map((folder) => stat(folder).catch(() => undefined)));
  if (!source || !target) return `${path.dirname(to)}：不存在`;
  if (found.dev !== source.dev) return `${from}：是一个挂载点，不能移动，请先卸载，或换一个 DATA_DIR 恢复`;
  if (source.dev !== target.dev) return `${to}：和数据不在同一个磁盘分区，不能移动`;
  // Moving a folder also rewrites its `..` entry, so the folder itself must be writable.
  const written = [...folders, ...(found.isDirectory() ? [from] : [])];
  for (const folder of written) {
    const isOpen = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isOpen) return `${folder}：没有写入权限`;
  }
  const isTaken = (await lstat(to).catch(() => undefined)) !== undefined;
  if (isTaken && !moves.some((other) => other.from === to)) return `${to}：已经存在，请先移走`;
  return undefined;
}
