import { createOutbox, type Outbox } from '../outbox.ts';
import type { EmailMessage, EmailSender } from './port.ts';

export type EmailOutbox = Outbox<EmailMessage> & Pick<EmailSender, 'sendNotice'>;

export function createEmailOutbox(): EmailOutbox {
  const outbox = createOutbox<EmailMessage>(({ email }) => email);
  return { ...outbox, sendNotice: ({ email, text, at }) => outbox.sendCode({ email, code: '', at, text }) };
}
