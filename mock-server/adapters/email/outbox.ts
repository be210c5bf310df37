import { createOutbox, type Outbox } from '../outbox.ts';
import type { EmailMessage } from './port.ts';

export type EmailOutbox = Outbox<EmailMessage>;

export const createEmailOutbox = (): EmailOutbox => createOutbox(({ email }) => email);
