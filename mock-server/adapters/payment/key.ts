import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Reads an RSA key as payment companies hand it out.
 * @param text PEM (with real or written-out `\n`), the bare base64 of it, or `@` and the path of a file holding either
 * @throws Error with a sentence for the operator, which never quotes the key
 */
export function readKey(text: string, kind: 'private' | 'public'): KeyObject {
  const name = kind === 'private' ? '私钥' : '公钥';
  const content = (text.startsWith('@') ? readFile(text.slice(1)) : text).replaceAll('\\n', '\n').trim();
  const key = content.includes('-----BEGIN') ? fromPem(content, kind) : fromBase64(content, kind);
  if (!key) throw new Error(`不是可用的${name}，请填 PEM、base64 或 @文件路径`);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < 2048) throw new Error(`需要 2048 位以上的 RSA ${name}`);
  return key;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`读不到文件 ${path}（${(error as NodeJS.ErrnoException).code ?? '未知原因'}）`);
  }
}

// Node makes a public key of a private one, but whoever gives one for the other has mixed up two settings.
function fromPem(pem: string, kind: 'private' | 'public'): KeyObject | undefined {
  if (kind === 'private') return attempt(() => createPrivateKey(pem));
  return pem.includes('PRIVATE KEY') ? undefined : attempt(() => createPublicKey(pem));
}

function fromBase64(text: string, kind: 'private' | 'public'): KeyObject | undefined {
  const compact = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(compact)) return undefined;
  const key = Buffer.from(compact, 'base64');
  const secret =
    attempt(() => createPrivateKey({ key, format: 'der', type: 'pkcs8' })) ??
    attempt(() => createPrivateKey({ key, format: 'der', type: 'pkcs1' }));
  if (kind === 'private' || secret) return kind === 'private' ? secret : undefined;
  return (
    attempt(() => createPublicKey({ key, format: 'der', type: 'spki' })) ??
    attempt(() => createPublicKey({ key, format: 'der', type: 'pkcs1' }))
  );
}

function attempt(read: () => KeyObject): KeyObject | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
