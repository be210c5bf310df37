/** Sends e-mail. */
export interface EmailSender {
  /** Stable name, e.g. `outbox`. */
  readonly name: string;
  /** Whether messages reach no mailbox; refused in production where login by e-mail is switched on. */
  readonly isSimulated: boolean;
  /** Resolves when the message was accepted; rejects otherwise (the user is told to try again). */
  sendCode(message: { email: string; code: string; at: number }): Promise<void>;
}
