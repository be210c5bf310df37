/** Keeps files by the SHA-256 of their content, so that equal files exist once. */
export interface BlobStorage {
  readonly name: string;
  /**
   * Takes over a finished file (it is moved, or removed when the content is known already) and returns its key.
   * After it resolves the content survives a crash.
   */
  adopt(file: string): Promise<BlobKey>;
  /** Absolute path of a readable local copy. Throws {@link BlobMissing}. */
  localFile(sha256: string): Promise<string>;
  /** Removes a blob; absent ones are fine. */
  remove(sha256: string): Promise<void>;
  /** All keys of stored blobs. */
  keys(): AsyncIterable<string>;
  /**
   * The two-digit prefixes of stored keys, at most `00` to `ff`, in order: a job that visits all blobs processes one
   * prefix at a time.
   */
  starts(): Promise<string[]>;
  /** Keys that begin with a prefix of {@link BlobStorage.starts}: about 4,000 of a million. */
  keysFrom(start: string): Promise<string[]>;
  /** Puts a blob aside that no row names; it is none of the keys any more. */
  quarantine(sha256: string, note: QuarantineNote): Promise<void>;
  /** Blobs in quarantine. */
  quarantined(): AsyncIterable<Quarantined>;
  /** Makes what lies aside a blob again. */
  takeBack(entry: Quarantined): Promise<void>;
  /** Removes what lies aside for good. */
  dropQuarantined(entry: Quarantined): Promise<void>;
  /** A new empty folder for work in progress, outside the blobs; emptied when the server starts. */
  workFolder(): Promise<string>;
  /** Writes and removes a small file; rejects with the disk's reason when nothing can be stored. */
  probe(): Promise<void>;
  /** Removes everything, work in progress included; what lies aside stays. */
  clear(): Promise<void>;
}

export interface QuarantineNote {
  /** `2026-11-22`. */
  day: string;
  /** Highest possible count of the database when the blob was put into quarantine. */
  generation: number;
}

export interface Quarantined extends QuarantineNote {
  sha256: string;
}

export interface BlobKey {
  sha256: string;
  bytes: number;
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
}
