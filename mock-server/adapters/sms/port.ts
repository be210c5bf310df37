export interface SmsMessage {
  /** Eleven digits of a mainland mobile number. */
  phoneNo: string;
  code: string;
  /** Now, milliseconds since the epoch. */
  at: number;
}

/** The provider sends nothing to this number at present: it is blocked, does not exist or had too many messages. */
export class NumberRefused extends Error {
  override readonly name = 'NumberRefused';
}

/** Sends short messages. */
export interface SmsSender {
  /** Stable name: `outbox`, `aliyun`, `tencent`. */
  readonly name: string;
  /** Whether messages reach no phone; refused in production. */
  readonly isSimulated: boolean;
  /**
   * Resolves when the provider has accepted the message. Rejects with {@link NumberRefused} where the fault lies with
   * the number, and otherwise with any other error (the user is told to try again). A message whose answer was lost
   * may arrive all the same.
   */
  sendCode(message: SmsMessage): Promise<void>;
}
