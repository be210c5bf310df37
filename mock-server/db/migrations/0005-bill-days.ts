/** Which days' bills of which payment provider were compared. */
export const billDays = `
CREATE TABLE bill_day (
  provider TEXT NOT NULL,
  day TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  compared_at INTEGER,
  PRIMARY KEY (provider, day),
  CHECK ((next_try_at IS NULL) = (compared_at IS NOT NULL))
) WITHOUT ROWID;
CREATE INDEX purchase_order_provider ON purchase_order(provider, created_at);
`;
