const mainlandMobile = /^1[3-9]\d{9}$/;

/** Strips spaces, dashes and a leading +86 or 0086 or 86 from what people paste. */
export function normalizePhone(text: string): string {
  const digits = text.replace(/[\s\-()（）]/g, '').replace(/^(\+|00)/, '');
  return digits.length > 11 && digits.startsWith('86') ? digits.slice(2) : digits;
}

/** A mainland China mobile number, after {@link normalizePhone}. */
export function isPhone(text: string): boolean {
  return mainlandMobile.test(text);
}

/** Digits at the end of a number by which it is found, and which its mask shows. */
const tailLength = 4;

/**
 * What of a phone number somebody typed into a search: all of it, however it is written, or its last four digits.
 * Null where it is neither.
 */
export function readPhoneSearch(typed: string): { whole: string } | { tail: string } | null {
  const digits = normalizePhone(typed);
  if (isPhone(digits)) return { whole: digits };
  return /^\d+$/.test(digits) && digits.length === tailLength ? { tail: digits } : null;
}

/** `a***@example.com`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(@[^@]*)$/, '$1***$2');
}

/** `138****1234`. */
export function maskPhone(phoneNo: string): string {
  return phoneNo.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');
}
