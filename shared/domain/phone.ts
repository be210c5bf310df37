import { foldCode } from './typed.ts';

const mainlandMobile = /^1[3-9]\d{9}$/;

/** The digits of what people type and paste, without a leading +86, 0086 or 86. */
export function normalizePhone(text: string): string {
  const digits = foldCode(text).replace(/^(\+|00)/, '');
  return digits.length > 11 && digits.startsWith('86') ? digits.slice(2) : digits;
}

/** Characters of a field for a number: some more than it has, so that what is too long is told and not cut. */
const mostTyped = 16;

/** What a field for a mobile number holds while it is typed: digits alone, and +86 goes as soon as the number begins. */
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

/** What of a phone number was typed: all of it, its last digits, or its first three and last four as its mask shows them. */
export type PhoneSearch = { whole: string } | { tail: string; head?: string; isMasked: boolean };

/** Null where it is none of these. */
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
