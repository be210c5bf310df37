import { describeEmailSender } from './email/conformance.ts';
import { createEmailOutbox } from './email/outbox.ts';
import { describeSmsSender } from './sms/conformance.ts';
import { createSmsOutbox } from './sms/outbox.ts';

describeSmsSender('the outbox', { faults: [], numberRefusals: [], ownRefusals: [] }, async () => {
  const sender = createSmsOutbox();
  return { sender, at: 0, received: (phoneNo) => sender.sent(phoneNo).map(({ code }) => code) };
});

describeEmailSender('the outbox', [], async () => {
  const sender = createEmailOutbox();
  return { sender, received: (email) => sender.sent(email).map(({ code }) => code) };
});
