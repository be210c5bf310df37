export interface EmailMessage {
  /** In lower case. */
  email: string;
  /** Verification code; empty for a notice. */
  code: string;
  /** Now, milliseconds since the epoch. */
  at: number;
  /** Text of a notice; absent for a code. */
  text?: string;
}

/** Sends e-mail. */
export interface EmailSender {
  /** Stable name: `outbox`, `smtp`. */
  readonly name: string;
  /** True when messages reach no mailbox; refused in production where login by e-mail is switched on. */
  readonly isSimulated: boolean;
  /** Resolves when the message was accepted; rejects otherwise (the user is told to try again). */
  sendCode(message: EmailMessage): Promise<void>;
  /** Sends a notice that the recipient did not request. Resolves and rejects like {@link EmailSender.sendCode}. */
  sendNotice(notice: { email: string; text: string; at: number }): Promise<void>;
  /** Logs in and sends nothing; tells how that went. Absent where there is nothing to log in to. */
  check?(): Promise<string>;
}
