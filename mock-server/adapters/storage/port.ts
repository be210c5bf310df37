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
  /** All keys, for sweeping. */
  keys(): AsyncIterable<string>;
  /** A new empty folder for work in progress, outside the blobs; emptied when the server starts. */
  workFolder(): Promise<string>;
  /** Writes and removes a small file; rejects with the disk's reason when nothing can be stored. */
  probe(): Promise<void>;
  /** Removes everything, work in progress included. */
  clear(): Promise<void>;
}

export interface BlobKey {
  sha256: string;
  bytes: number;
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
}
