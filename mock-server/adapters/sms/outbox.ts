import { createOutbox, type Outbox } from '../outbox.ts';
import type { SmsMessage } from './port.ts';

export type SmsOutbox = Outbox<SmsMessage>;

export const createSmsOutbox = (): SmsOutbox => createOutbox(({ phoneNo }) => phoneNo);
