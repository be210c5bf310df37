import { createOutbox, type Outbox } from '../outbox.ts';
import { noticeTexts, type SmsMessage, type SmsNotice } from './port.ts';

export type SmsOutbox = Outbox<SmsMessage> & { sendNotice(notice: SmsNotice): Promise<void> };

export function createSmsOutbox(): SmsOutbox {
  const outbox = createOutbox<SmsMessage>(({ phoneNo }) => phoneNo);
  return {
    ...outbox,
    sendNotice: ({ phoneNo, notice, at }) => outbox.sendCode({ phoneNo, code: '', at, text: noticeTexts[notice] }),
  };
}
