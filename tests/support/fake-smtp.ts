import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ReceivedMail {
  /** The envelope's and the letter's, as they must be the same. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `down`: nobody listens; `slow`: no greeting comes; `busy`: it asks to come again later; `half`: it hangs up during the letter. */
type Fault = 'down' | 'slow' | 'busy' | 'half';

const account = { user: 'no-reply@example.com', password: 'p@ss/word:1' };

/** A mail server after RFC 5321 with login by AUTH PLAIN (RFC 4954), one account and every mailbox at example.com. */
export async function startFakeSmtp() {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let fault: Fault | undefined;
  let port = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (fault !== 'slow') void converse(socket).catch(() => socket.destroy());
  });
  await listen();

  async function listen(): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }

  async function converse(socket: Socket): Promise<void> {
    const say = (line: string) => socket.write(`${line}\r\n`);
    const heard = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
    let isLoggedIn = false;
    let from = '';
    let to = '';
    let letter: string[] | undefined;
    say('220 fake.example.com ESMTP');
    for await (const line of heard) {
      if (letter) {
        if (line !== '.') {
          letter.push(line.replace(/^\./, ''));
          continue;
        }
        mails.unshift(readMail(from, to, letter));
        letter = undefined;
        say('250 2.0.0 queued');
        continue;
      }
      const [verb = '', ...rest] = line.split(' ');
      const argument = rest.join(' ');
      if (verb === 'EHLO') say('250-fake.example.com\r\n250-8BITMIME\r\n250 AUTH PLAIN');
      else if (verb === 'QUIT') return void socket.end('221 2.0.0 bye\r\n');
      else if (verb === 'AUTH') {
        isLoggedIn = argument === `PLAIN ${Buffer.from(`\0${account.user}\0${account.password}`).toString('base64')}`;
        say(isLoggedIn ? '235 2.7.0 welcome' : '535 5.7.8 authentication failed');
      } else if (!isLoggedIn) say('530 5.7.0 authentication required');
      else if (verb === 'MAIL') {
        from = addressIn(argument);
        say(from === account.user ? '250 2.1.0 ok' : '553 5.7.1 sender address rejected');
      } else if (verb === 'RCPT') {
        to = addressIn(argument);
        if (fault === 'busy') say('451 4.3.0 come again later');
        else say(to.endsWith('@example.com') ? '250 2.1.5 ok' : `550 5.1.1 <${to}> unknown`);
      } else if (verb === 'DATA' && from && to) {
        if (fault === 'half') return void socket.destroy();
        letter = [];
        say('354 end with a dot');
      } else say('503 5.5.1 bad sequence of commands');
    }
  }

  return {
    settings: {
      url: `smtp://${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@127.0.0.1:${port}`,
      from: `筑绘 AI <${account.user}>`,
    },
    /** Newest first. */
    received: (address: string) => mails.filter(({ to }) => to === address),
    async breakNetwork(next: Fault): Promise<void> {
      fault = next;
      if (next === 'down') await stop();
    },
    async mendNetwork(): Promise<void> {
      if (fault === 'down') await listen();
      fault = undefined;
    },
    close: stop,
  };
}

function addressIn(text: string): string {
  return /<([^>]+)>/.exec(text)?.[1] ?? '';
}

/** Reads a letter of two alternatives, plain text and HTML (RFC 2045–2047). */
function readMail(from: string, to: string, lines: readonly string[]): ReceivedMail {
  const { headers, body } = readPart(lines.join('\r\n'));
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.slice(2)));
  const textOf = (type: string) => {
    const part = parts.find(({ headers: own }) => own['content-type']?.startsWith(`${type}; charset=utf-8`));
    if (!part) throw new Error(`the letter has no ${type}`);
    return decode(part.headers['content-transfer-encoding'] ?? '', part.body.trimEnd());
  };
  if (addressIn(headers.from ?? '') !== from || headers.to !== to) throw new Error('letter and envelope differ');
  const words = (headers.subject ?? '').replace(/\?=\s+=\?/g, '?==?');
  const subject = words.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, kind: string, word: string) =>
    decode(kind === 'B' ? 'base64' : 'quoted-printable', word.replaceAll('_', ' ')),
  );
  return { from, to, subject, text: textOf('text/plain'), html: textOf('text/html') };
}

function readPart(part: string): { headers: Record<string, string>; body: string } {
  const split = part.indexOf('\r\n\r\n');
  const unfolded = part.slice(0, split).replace(/\r\n[ \t]+/g, ' ');
  const pairs = unfolded.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(pairs), body: part.slice(split + 4) };
}

function decode(encoding: string, text: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  const joined = text.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
