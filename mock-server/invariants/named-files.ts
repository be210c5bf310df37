/**
 * Invariants of what the database says about stored files. Columns that name stored files or pictures have a foreign
 * key to `stored_file` or `image`; `namesWithoutKey` lists the others.
 */

/** A column outside the foreign keys whose name speaks of a file, a picture or a hash, and what it has. */
type Content =
  /** JSON list of keys of stored files that nothing names any more and that are about to be removed. */
  | 'files to remove'
  /** JSON list of ids of pictures, which may have been deleted since. */
  | 'pictures that may be gone'
  /** Path of a file in the folder of models. */
  | 'model file'
  /** Whole picture as a data URL. */
  | 'picture itself'
  /** Id of a gallery picture, a hash of something else, an address, and so on: no file of the data folder. */
  | 'no file';

/** By table and column. A test finds every column of the schema that belongs here. */
export const namesWithoutKey: Readonly<Record<string, Readonly<Record<string, Content>>>> = {
  account: { avatar: 'picture itself', password_hash: 'no file' },
  account_erasure: { files: 'files to remove' },
  audit: { content_hash: 'no file', hash: 'no file' },
  building_model: { file_name: 'no file' },
  chat_message: { attachments: 'pictures that may be gone', pictures: 'pictures that may be gone' },
  download_record: { thumb_hash: 'no file' },
  former_phone: { number_hash: 'no file' },
  gallery_picture: { dhash: 'no file', dhash_mirrored: 'no file', phash: 'no file', source_url: 'no file' },
  design_case: { source_url: 'no file' },
  image: { thumb_hash: 'no file' },
  impersonation: { link_hash: 'no file', token_hash: 'no file' },
  login_code: { code_hash: 'no file' },
  model_slot: { file: 'model file' },
  phone_search: { number_hash: 'no file' },
  purchase_order: { code_url: 'no file' },
  scan_scene: { ticket_hash: 'no file', browser_hash: 'no file', avatar: 'picture itself' },
  service_ticket: { ticket_hash: 'no file', session_ticket_hash: 'no file' },
  session: { token_hash: 'no file', ticket_hash: 'no file' },
  staff_recovery_code: { code_hash: 'no file' },
  staff_request: { content_hash: 'no file' },
  stored_file: { sha256: 'no file' },
  task_reading: { image_id: 'pictures that may be gone' },
  wechat_identity: { avatar: 'picture itself' },
};

/** A column with a foreign key to `stored_file`. */
export interface FileColumn {
  table: string;
  column: string;
}

/** Finds every {@link FileColumn}: columns `table` and `column`. */
export const fileColumnsQuery = `SELECT m.name AS "table", k."from" AS "column"
  FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table' AND k."table" = 'stored_file'`;

/** Each query gives one row per fault, as those of the books. @param named all columns that name stored files */
export function fileChecks(named: readonly FileColumn[]): Readonly<Record<string, string>> {
  const unnamed = named.map(
    ({ table, column }) => `AND NOT EXISTS (SELECT 1 FROM "${table}" t WHERE t."${column}" = f.sha256)`,
  );
  return {
    文件的编号是校验值: `SELECT sha256 AS fault FROM stored_file WHERE length(sha256) <> 64 OR sha256 GLOB '*[^0-9a-f]*'`,
    模型的大小与文件一致: `SELECT m.id AS fault FROM building_model m JOIN stored_file f ON f.sha256 = m.sha256
      WHERE m.bytes <> f.bytes`,
    读成的模型有自己的文件: `SELECT m.id AS fault FROM building_model m
      LEFT JOIN stored_file f ON f.sha256 = m.mesh_sha256
      WHERE (m.state IN ('unconfirmed', 'ready') AND m.mesh_sha256 IS NULL) OR (m.state = 'refused' AND m.mesh_sha256 IS NOT NULL)
      OR m.mesh_bytes <> coalesce(f.bytes, 0)`,
    读成的模型有三维视图的文件: `SELECT m.id AS fault FROM building_model m
      LEFT JOIN stored_file f ON f.sha256 = m.viewer_sha256
      WHERE (m.state IN ('unconfirmed', 'ready') AND m.viewer_sha256 IS NULL) OR (m.state = 'refused' AND m.viewer_sha256 IS NOT NULL)
      OR m.viewer_bytes <> coalesce(f.bytes, 0)`,
    图片的大小与文件一致: `SELECT i.id AS fault FROM image i JOIN stored_file f ON f.sha256 = i.sha256 WHERE i.bytes <> f.bytes`,
    每个文件都有用处: `SELECT f.sha256 AS fault FROM stored_file f WHERE TRUE ${unnamed.join(' ')}`,
  };
}
