import type { SmsSender } from './port.ts';

export interface SentCode {
  phoneNo: string;
  code: string;
  at: number;
}

export interface SmsOutbox extends SmsSender {
  /** Newest first, of one number or of all. */
  sent(phoneNo?: string): SentCode[];
  clear(): void;
}

const kept = 500;

/** Keeps messages in memory, where the control plane shows them. Nothing leaves the machine. */
export function createSmsOutbox(): SmsOutbox {
  let messages: SentCode[] = [];
  return {
    name: 'outbox',
    isSimulated: true,
    async sendCode({ phoneNo, code, at }) {
      messages = [{ phoneNo, code, at }, ...messages].slice(0, kept);
    },
    sent: (phoneNo) => messages.filter((message) => phoneNo === undefined || message.phoneNo === phoneNo),
    clear() {
      messages = [];
    },
  };
}
