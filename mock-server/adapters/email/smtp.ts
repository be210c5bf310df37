import { createTransport } from 'nodemailer';
import type { EmailSender } from './port.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp:` with STARTTLS; user and password percent-encoded. */
  url: string;
  /** `筑绘 AI <no-reply@example.com>`, or the address alone. */
  from: string;
  /** Lifetime of a code, minutes; the mail tells it. */
  minutes: number;
}

export interface SmtpDeps {
  log: { warn(fact: object, sentence: string): void };
  /** Timeout of one mail, milliseconds; 8 s when absent. */
  patienceMs?: number;
}

/** Sends by an SMTP server. Passwords and codes go there over TLS only, unless it is this machine. */
export function createSmtpEmail({ url, from, minutes }: SmtpSettings, deps: SmtpDeps): EmailSender {
  const transport = createTransport({ url, requireTLS: !isThisMachine(url) });

  async function deliver(address: string, subject: string, body: { text: string; html: string }): Promise<void> {
    const signal = AbortSignal.timeout(deps.patienceMs ?? 8000);
    try {
      await transport.sendMail({ from, to: { name: '', address }, signal, subject, ...body });
    } catch (error) {
      const { code: fault, responseCode } = error as { code?: string; responseCode?: number };
      deps.log.warn({ fault, responseCode }, '邮件没有发出');
      throw new Error('the mail was not accepted', { cause: error });
    }
  }

  return {
    name: 'smtp',
    isSimulated: false,
    async check() {
      await transport.verify();
      return '已登录邮件服务器';
    },
    sendCode: ({ email, code }) => deliver(email, '筑绘 AI 验证码', letter(code, minutes)),
    sendNotice: ({ email, text }) =>
      deliver(email, '筑绘 AI 账号安全提醒', { text: `${text}\n`, html: `<p>${text}</p>` }),
  };
}

/** The same as plain text and as HTML. */
function letter(code: string, minutes: number): { text: string; html: string } {
  const validity = `${minutes} 分钟内有效，请勿告诉他人。`;
  const warning = '若非本人操作，请忽略这封邮件。';
  return {
    text: `您的验证码是 ${code}，${validity}\n\n${warning}\n`,
    html: `<p>您的验证码是</p><p style="font-size:28px"><strong>${code}</strong></p><p>${validity}</p><p>${warning}</p>`,
  };
}

function isThisMachine(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
