import { type ErrorReason, ProductError } from '#shared/errors';

/** Codes of the disk or of SQLite, and our errors for them. SQLite's extended codes begin with these. */
const reasons: ReadonlyArray<[RegExp, ErrorReason]> = [
  [
    /\b(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)\b|No space left on device|Disk quota exceeded/,
    'server.storage_full',
  ],
  [/\b(EROFS|EACCES|EPERM|SQLITE_READONLY\w*)\b|Read-only file system/, 'server.storage_readonly'],
  [
    /\b(EIO|SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|SQLITE_CORRUPT\w*|SQLITE_NOTADB)\b|Input\/output error/,
    'server.storage_broken',
  ],
  [/\bSQLITE_(BUSY|LOCKED)\w*\b|database is locked/, 'server.database_busy'],
];

/** Seconds after which a retry makes sense: somebody has to see to a disk, a lock goes by itself. */
const retryAfter = (reason: ErrorReason): number => (reason === 'server.database_busy' ? 5 : 30);

/**
 * The failure as one of the catalogue when the disk or the database is its cause: full,
 * read-only, broken or busy. Errors of worker threads
 * and of picture libraries come without a code, so the message counts as well.
 */
export function storageFault(error: unknown): ProductError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProductError) continue;
    if ((cause as NodeJS.ErrnoException).syscall === 'connect') continue;
    const said = `${(cause as NodeJS.ErrnoException).code ?? ''} ${cause.message}`;
    const found = reasons.find(([pattern]) => pattern.test(said));
    if (found) return new ProductError(found[1], { cause: error, retryAfter: retryAfter(found[1]) });
  }
  return undefined;
}
