export interface EmailMessage {
  /** In lower case. */
  email: string;
  /** Empty of a notice. */
  code: string;
  /** Now, milliseconds since the epoch. */
  at: number;
  /** What it says, of a notice. */
  text?: string;
}

/** Sends e-mail. */
export interface EmailSender {
  /** Stable name: `outbox`, `smtp`. */
  readonly name: string;
  /** Whether messages reach no mailbox; refused in production where login by e-mail is switched on. */
  readonly isSimulated: boolean;
  /** Resolves when the message was accepted; rejects otherwise (the user is told to try again). */
  sendCode(message: EmailMessage): Promise<void>;
  /** The same for a sentence that somebody is told without having asked for anything. */
  sendNotice(notice: { email: string; text: string; at: number }): Promise<void>;
  /** Logs in and sends nothing; tells how that went. Absent where there is nothing to log in to. */
  check?(): Promise<string>;
}
