export interface SmsMessage {
  /** Eleven digits of a mainland mobile number. */
  phoneNo: string;
  /** Empty of a notice. */
  code: string;
  /** Now, milliseconds since the epoch. */
  at: number;
  /** Text of a notice; absent for a code. */
  text?: string;
}

/** Texts of notices; a provider sends its template instead. */
export const noticeTexts = {
  doors_changed: '您的筑绘 AI 账号已换绑手机号或修改登录方式；如非本人操作，请尽快联系客服。',
} as const;

/** A notice that the recipient did not request. */
export interface SmsNotice {
  phoneNo: string;
  /**
   * `doors_changed`: sent to the number that an account had before its phone number, e-mail address, login name or
   * password was changed.
   */
  notice: keyof typeof noticeTexts;
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
  /** True when messages reach no phone; refused in production. */
  readonly isSimulated: boolean;
  /**
   * Resolves when the provider has accepted the message. Rejects with {@link NumberRefused} where the fault lies with
   * the number, and otherwise with any other error (the user is told to try again). A message whose answer was lost
   * may arrive all the same.
   */
  sendCode(message: SmsMessage): Promise<void>;
  /** The same for a notice; rejects where the provider has no template for it. */
  sendNotice(notice: SmsNotice): Promise<void>;
  /** Connects to the gateway and sends nothing; tells how that went. Absent where there is no gateway. */
  check?(): Promise<string>;
}
