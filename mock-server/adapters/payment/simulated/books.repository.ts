import path from 'node:path';
import Database from 'better-sqlite3';
import type { TradeRequest } from '../port.ts';

/** A trade as the simulated company keeps it. Amounts are fen, times milliseconds on the product's clock. */
export interface BookedTrade extends TradeRequest {
  state: 'open' | 'closed' | 'paid';
  /** Closed because the payer would not pay. */
  isRefused: boolean;
  tradeNo: string | null;
  paidAt: number | null;
  /** Given back so far. */
  refunded: number;
  createdAt: number;
}

/** A notification that waits for its answer. */
export interface OutgoingNotification {
  id: number;
  notifyUrl: string;
  body: string;
  /** Tries made so far. */
  tries: number;
  /** Forged and wrong ones are sent once, as whoever makes them would. */
  isRepeated: boolean;
}

export type Books = ReturnType<typeof openBooks>;

const tables = `
CREATE TABLE IF NOT EXISTS trade (
  orderNo TEXT PRIMARY KEY,
  payType TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  subject TEXT NOT NULL,
  expireAt INTEGER NOT NULL,
  notifyUrl TEXT NOT NULL,
  returnUrl TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'paid')),
  isRefused INTEGER NOT NULL DEFAULT 0,
  tradeNo TEXT,
  paidAt INTEGER,
  refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
  createdAt INTEGER NOT NULL,
  CHECK ((state = 'paid') = (tradeNo IS NOT NULL AND paidAt IS NOT NULL)),
  CHECK (refunded = 0 OR state = 'paid')
);
CREATE INDEX IF NOT EXISTS trade_paid ON trade(paidAt) WHERE paidAt IS NOT NULL;
CREATE INDEX IF NOT EXISTS trade_created ON trade(createdAt);
CREATE TABLE IF NOT EXISTS refund (
  refundNo TEXT PRIMARY KEY,
  orderNo TEXT NOT NULL REFERENCES trade(orderNo),
  amount INTEGER NOT NULL CHECK (amount > 0),
  createdAt INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS notification (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  notifyUrl TEXT NOT NULL,
  body TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  isRepeated INTEGER NOT NULL,
  nextAt INTEGER
);
CREATE INDEX IF NOT EXISTS notification_next ON notification(nextAt) WHERE nextAt IS NOT NULL;
`;

/**
 * The company's own books: a file beside the product's database that the product never looks into.
 *
 * @param isLasting false when the data end with this process, and nothing has to wait for the disk
 */
export function openBooks(folder: string, isLasting: boolean) {
  const db = new Database(path.join(folder, 'simulated-payment.db'));
  // A killed process loses nothing; only the machine's power could, and no money hangs on it.
  db.pragma(`synchronous = ${isLasting ? 'NORMAL' : 'OFF'}`);
  db.pragma('journal_mode = WAL');
  db.pragma('foreign_keys = ON');
  db.exec(tables);

  const insertTrade = db.prepare(`INSERT OR IGNORE INTO trade
    (orderNo, payType, amount, subject, expireAt, notifyUrl, returnUrl, createdAt)
    VALUES (@orderNo, @payType, @amount, @subject, @expireAt, @notifyUrl, @returnUrl, @createdAt)`);
  const selectTrade = db.prepare('SELECT * FROM trade WHERE orderNo = ?');
  const selectNewest = db.prepare('SELECT * FROM trade ORDER BY createdAt DESC, orderNo LIMIT ?');
  const selectPaid = db.prepare('SELECT * FROM trade WHERE paidAt >= ? AND paidAt < ? ORDER BY paidAt, orderNo');
  const markPaid = db.prepare(
    `UPDATE trade SET state = 'paid', isRefused = 0, tradeNo = ?, paidAt = ? WHERE orderNo = ? AND state <> 'paid'`,
  );
  const markClosed = db.prepare(
    `UPDATE trade SET state = 'closed', isRefused = ? WHERE orderNo = ? AND state = 'open'`,
  );
  const selectRefund = db.prepare('SELECT orderNo, amount FROM refund WHERE refundNo = ?');
  const insertRefund = db.prepare('INSERT INTO refund (refundNo, orderNo, amount, createdAt) VALUES (?, ?, ?, ?)');
  const addRefunded = db.prepare('UPDATE trade SET refunded = refunded + ? WHERE orderNo = ?');
  const insertNotification = db.prepare(
    'INSERT INTO notification (notifyUrl, body, isRepeated, nextAt) VALUES (?, ?, ?, ?)',
  );
  const deleteRefunds = db.prepare('DELETE FROM refund WHERE orderNo = ?');
  const deleteTrade = db.prepare('DELETE FROM trade WHERE orderNo = ?');
  const selectDue = db.prepare('SELECT * FROM notification WHERE nextAt <= ? ORDER BY nextAt, id LIMIT 500');
  const updateNotification = db.prepare('UPDATE notification SET tries = tries + 1, nextAt = ? WHERE id = ?');

  const readTrade = (row: unknown): BookedTrade => {
    const trade = row as Omit<BookedTrade, 'isRefused'> & { isRefused: 0 | 1 };
    return { ...trade, isRefused: trade.isRefused === 1 };
  };

  return {
    /** Makes all that some work books one transaction: a process that is killed leaves the whole of it or nothing. */
    together: (work: () => void): void => db.transaction(work)(),
    /** Books an open trade; one that is booked already stays as it is. */
    add(request: TradeRequest, now: number): void {
      insertTrade.run({ ...request, createdAt: now });
    },
    find(orderNo: string): BookedTrade | undefined {
      const row = selectTrade.get(orderNo);
      return row === undefined ? undefined : readTrade(row);
    },
    newest: (limit: number): BookedTrade[] => selectNewest.all(limit).map(readTrade),
    /** Paid at or after `from` and before `to`. */
    paidBetween: (from: number, to: number): BookedTrade[] => selectPaid.all(from, to).map(readTrade),
    /** Returns true when it was paid by this call. */
    pay: (orderNo: string, tradeNo: string, now: number): boolean => markPaid.run(tradeNo, now, orderNo).changes === 1,
    close(orderNo: string, isRefused: boolean): void {
      markClosed.run(isRefused ? 1 : 0, orderNo);
    },
    findRefund: (refundNo: string) => selectRefund.get(refundNo) as { orderNo: string; amount: number } | undefined,
    refund: db.transaction((orderNo: string, refundNo: string, amount: number, now: number) => {
      insertRefund.run(refundNo, orderNo, amount, now);
      addRefunded.run(amount, orderNo);
    }),
    /** @param at when it is sent first */
    send(notifyUrl: string, body: string, isRepeated: boolean, at: number): void {
      insertNotification.run(notifyUrl, body, isRepeated ? 1 : 0, at);
    },
    due: (now: number): OutgoingNotification[] =>
      selectDue.all(now).map((row) => {
        const notification = row as Omit<OutgoingNotification, 'isRepeated'> & { isRepeated: 0 | 1 };
        return { ...notification, isRepeated: notification.isRepeated === 1 };
      }),
    /** One more try was made; the next comes at `nextAt`, or none does. */
    noteTry(id: number, nextAt: number | null): void {
      updateNotification.run(nextAt, id);
    },
    forget: db.transaction((orderNos: readonly string[]) => {
      for (const orderNo of orderNos) {
        deleteRefunds.run(orderNo);
        deleteTrade.run(orderNo);
      }
    }),
    clear(): void {
      db.exec('DELETE FROM notification; DELETE FROM refund; DELETE FROM trade;');
    },
    shut(): void {
      db.close();
    },
  };
}
