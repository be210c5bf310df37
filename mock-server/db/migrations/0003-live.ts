/** Sessions of real-time rendering: how long was drawn, and how many minutes of it are paid. */
export const live = `
CREATE TABLE live_session (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account(id),
  seed INTEGER NOT NULL,
  active_ms INTEGER NOT NULL CHECK (active_ms >= 0),
  minutes_paid INTEGER NOT NULL CHECK (minutes_paid >= 0),
  frames INTEGER NOT NULL DEFAULT 0,
  last_frame_at INTEGER,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_by TEXT CHECK (ended_by IN ('client', 'takeover')),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX live_session_open ON live_session(account_id) WHERE ended_at IS NULL;
CREATE INDEX live_session_account ON live_session(account_id, created_at);
CREATE INDEX live_session_created ON live_session(created_at);
`;
