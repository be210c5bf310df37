import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps short texts so that only this installation can read them. */
export interface Seal {
  seal(text: string): string;
  /** Throws where it was sealed with another key or changed since. */
  open(sealed: string): string;
}

/**
 * AES-256-GCM with a key derived (HKDF-SHA256) from the secret of this installation.
 * @param purpose so that what was sealed for one thing cannot be passed off as another
 */
export function createSeal(installationKey: string, purpose: string): Seal {
  const key = keyFor(installationKey, purpose);
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** A key of 256 bits for one purpose, derived from the secret of this installation. */
export function keyFor(installationKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey, '', purpose, 32));
}
