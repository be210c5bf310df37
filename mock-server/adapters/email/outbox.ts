import type { EmailSender } from './port.ts';

export interface SentEmailCode {
  email: string;
  code: string;
  at: number;
}

export interface EmailOutbox extends EmailSender {
  /** Newest first, of one address or of all. */
  sent(email?: string): SentEmailCode[];
  clear(): void;
}

const kept = 500;

/** Keeps messages in memory, where the control plane shows them. Nothing leaves the machine. */
export function createEmailOutbox(): EmailOutbox {
  let messages: SentEmailCode[] = [];
  return {
    name: 'outbox',
    isSimulated: true,
    async sendCode({ email, code, at }) {
      messages = [{ email, code, at }, ...messages].slice(0, kept);
    },
    sent: (email) => messages.filter((message) => email === undefined || message.email === email),
    clear() {
      messages = [];
    },
  };
}
