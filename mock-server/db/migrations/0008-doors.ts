/** Counts of payment notifications that were refused; locks are no part of an account any more. */
export const doors = `
CREATE TABLE refused_notification (
  provider TEXT NOT NULL,
  verdict TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (provider, verdict)
) WITHOUT ROWID;
CREATE INDEX payment_notification_verdict ON payment_notification(provider, verdict, id);
CREATE INDEX page_event_created ON page_event(created_at);
CREATE INDEX audit_action ON audit(action, created_at);
ALTER TABLE account DROP COLUMN failed_logins;
ALTER TABLE account DROP COLUMN locked_until;
`;
