/** Requests of staff by the key their client gave them; what a refund took from the buyer. */
export const requestsAndRefunds = `
CREATE TABLE staff_request (
  operator TEXT NOT NULL REFERENCES account(id),
  client_key TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (operator, client_key)
) WITHOUT ROWID;
ALTER TABLE refund ADD COLUMN taken TEXT;
`;
