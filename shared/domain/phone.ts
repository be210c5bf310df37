import { foldCode } from './typed.ts';

const mainlandMobile = /^1[3-9]\d{9}$/;

/** Normalizes a typed or pasted phone number: removes separators, `tel:` of a link, and a leading +86, 0086 or 86. */
export function normalizePhone(text: string): string {
  const digits = foldCode(text).replace(/^(tel:)?(\+|00)?/i, '');
  return digits.length > 11 && digits.startsWith('86') ? digits.slice(2) : digits;
}

/** Maximum digits in an input field: more than a number has, so that a longer one is reported and not cut off. */
const mostTyped = 16;

/** Filters the text of a phone input field during typing: digits only; 86 is removed once a 1 follows. */
export function typedPhone(text: string): string {
  return normalizePhone(text)
    .replace(/\D/g, '')
    .replace(/^86(?=1)/, '')
    .slice(0, mostTyped);
}

/** A mainland China mobile number, after {@link normalizePhone}. */
export function isPhone(text: string): boolean {
  return mainlandMobile.test(text);
}

/** Digits at the end of a number by which it is found, and which its mask shows. */
const tailLength = 4;
const maskedNumber = /^(1[3-9]\d)\*+(\d{4})$/;

/**
 * A search by phone number: the whole number, its last four digits, or the first three and last four as in a masked
 * number. `isMasked` is true when the input contained asterisks.
 */
export type PhoneSearch = { whole: string } | { tail: string; head?: string; isMasked: boolean };

/** Parses a search text; null when it is not a phone search. */
export function readPhoneSearch(typed: string): PhoneSearch | null {
  const digits = normalizePhone(typed);
  if (isPhone(digits)) return { whole: digits };
  const [, head, tail] = maskedNumber.exec(digits) ?? [];
  if (head !== undefined && tail !== undefined) return { head, tail, isMasked: true };
  const last = digits.replace(/^\*+/, '');
  return /^\d+$/.test(last) && last.length === tailLength ? { tail: last, isMasked: last !== digits } : null;
}

/** `a***@example.com`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(@[^@]*)$/, '$1***$2');
}

/** `138****1234`. */
export function maskPhone(phoneNo: string): string {
  return phoneNo.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');
}
