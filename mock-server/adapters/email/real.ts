import type { Config } from '../../config.ts';
import type { EmailSender } from './port.ts';
import type { SmtpDeps } from './smtp.ts';

/** The sender the configuration names, whose library is loaded only then; undefined where codes stay in the outbox. */
export async function realEmail(
  config: Config,
  { log, codeMinutes }: SmtpDeps & { codeMinutes: number },
): Promise<EmailSender | undefined> {
  if (config.emailProvider !== 'smtp') return undefined;
  const { createSmtpEmail } = await import('./smtp.ts');
  return createSmtpEmail({ url: config.smtpUrl, from: config.emailFrom, minutes: codeMinutes }, { log });
}
