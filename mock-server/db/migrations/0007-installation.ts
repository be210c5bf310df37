/**
 * What this database is: one row. `id` is the installation's, `generation` counts up as the server runs, `seen_at` is
 * the moment of the last count. `planted_at` says that the first start has put in all that it has to; `room` is empty
 * but while the server tries whether it can write.
 */
export const installation = `
CREATE TABLE installation (
  id TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  planted_at INTEGER,
  room BLOB
);
INSERT INTO installation (id, generation, seen_at, planted_at)
SELECT lower(hex(randomblob(16))), 0, 0, CASE WHEN EXISTS (SELECT 1 FROM account) THEN 0 END;
`;
