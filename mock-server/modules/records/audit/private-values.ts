import { maskEmail, maskPhone } from '#shared/domain/phone';
import { createSeal as createTextSeal } from '../../base/seal.ts';

const secretName = /password|secret|token|recovery|totp|hash$/i;
const phones = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
const emails = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Masked values in whole, by their path: `after.phoneNo`. */
export type Whole = Record<string, string>;

/**
 * The value as the audit may show it: without secrets, with phone numbers and e-mail addresses masked everywhere.
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

/** Encrypts what only some may see, with the secret of the installation. */
export function createSeal(installationKey: string) {
  const { seal, open } = createTextSeal(installationKey, 'audit seal');
  return {
    seal: (whole: Whole): string | null => (Object.keys(whole).length === 0 ? null : seal(JSON.stringify(whole))),

    /** Nothing where another installation's secret sealed it. */
    open(sealed: string | null): Whole {
      if (sealed === null) return {};
      try {
        return JSON.parse(open(sealed)) as Whole;
      } catch {
        return {};
      }
    },
  };
}
