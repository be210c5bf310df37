import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { maskEmail, maskPhone } from '#shared/domain/phone';

const secretName = /password|secret|token|recovery|totp|hash$/i;
const phones = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
const emails = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** What was masked, whole, by its place: `after.phoneNo`. */
export type Whole = Record<string, string>;

/**
 * What the audit may show of a value: without secrets, phone numbers and addresses of e-mail masked wherever they stand.
 * @param whole receives what was masked
 */
export function masked(value: unknown, place: string, whole: Whole): unknown {
  if (typeof value === 'string') {
    const shown = value.replace(phones, maskPhone).replace(emails, maskEmail);
    if (shown !== value) whole[place] = value;
    return shown;
  }
  if (Array.isArray(value)) return value.map((part, index) => masked(part, `${place}.${index}`, whole));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([name]) => !secretName.test(name));
  return Object.fromEntries(entries.map(([name, part]) => [name, masked(part, `${place}.${name}`, whole)]));
}

/** Puts what was masked back. */
export function unmasked(value: unknown, place: string, whole: Whole): unknown {
  if (typeof value === 'string') return whole[place] ?? value;
  if (Array.isArray(value)) return value.map((part, index) => unmasked(part, `${place}.${index}`, whole));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, part]) => [name, unmasked(part, `${place}.${name}`, whole)]));
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts what only some may see, with the secret of the installation. */
export function createSeal(installationKey: string) {
  const key = keyFor(installationKey, 'audit seal');
  return {
    seal(whole: Whole): string | null {
      if (Object.keys(whole).length === 0) return null;
      const nonce = randomBytes(nonceBytes);
      const locked = createCipheriv(cipher, key, nonce);
      const text = Buffer.concat([locked.update(JSON.stringify(whole), 'utf8'), locked.final()]);
      return Buffer.concat([nonce, locked.getAuthTag(), text]).toString('base64url');
    },

    /** Nothing where another installation's secret sealed it. */
    open(sealed: string | null): Whole {
      if (sealed === null) return {};
      const bytes = Buffer.from(sealed, 'base64url');
      const unlocked = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes));
      unlocked.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const text = Buffer.concat([unlocked.update(bytes.subarray(nonceBytes + tagBytes)), unlocked.final()]);
        return JSON.parse(text.toString('utf8')) as Whole;
      } catch {
        return {};
      }
    },
  };
}

/** A key of its own for each use. */
export function keyFor(installationKey: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey, '', use, 32));
}
