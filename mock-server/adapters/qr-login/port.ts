/** A WeChat user as the provider tells of them. */
export interface WechatPerson {
  openId: string;
  /** The same person across applications of one company; null where the provider tells none. */
  unionId: string | null;
  nickName: string;
  /** URL or data URL; empty where the provider tells none. */
  avatar: string;
}

/** Event on the phone. `scene` is the value given to `open`. */
export type ScanEvent =
  | { scene: string; what: 'scanned' | 'confirmed'; person: WechatPerson }
  | { scene: string; what: 'canceled' };

/** A call to our callback address as it came over the wire. */
export interface CallbackCall {
  query: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/** The callback is not the provider's. */
export class CallbackRefused extends Error {
  override readonly name = 'CallbackRefused';
}

/** The provider gave no usable answer. */
export class QrLoginUnreachable extends Error {
  override readonly name = 'QrLoginUnreachable';
}

/** Logs people in by a QR code they scan with WeChat. */
export interface QrLoginProvider {
  /** Stable name: `simulated`, `official-account`. */
  readonly name: string;
  /** True when no WeChat is involved; refused in production. */
  readonly isSimulated: boolean;
  /**
   * Opens a scene. Rejects with {@link QrLoginUnreachable}.
   * @param scene unguessable, 1–64 characters of [0-9A-Za-z_-]
   * @param seconds how long it can be scanned, 30–2592000
   * @param origin the product's address as the browser sees it, for providers whose QR code leads to a page of ours
   * @returns the text of the QR code
   */
  open(scene: string, seconds: number, origin: string): Promise<{ url: string }>;
  /** Answers the provider's proof of address, or throws {@link CallbackRefused}. */
  proveAddress(query: CallbackCall['query']): string;
  /** Reads a pushed event; null for one that is none of ours. Throws {@link CallbackRefused}. */
  readCallback(call: CallbackCall): Promise<ScanEvent | null>;
}
