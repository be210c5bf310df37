/** Sends short messages. */
export interface SmsSender {
  /** Stable name, e.g. `outbox`. */
  readonly name: string;
  /** Whether messages reach no phone; refused in production. */
  readonly isSimulated: boolean;
  /** Resolves when the provider has accepted the message; rejects otherwise (the user is told to try again). */
  sendCode(message: { phoneNo: string; code: string; at: number }): Promise<void>;
}
