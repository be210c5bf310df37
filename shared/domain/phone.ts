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

/** `138****1234`. */
export function maskPhone(phoneNo: string): string {
  return phoneNo.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');
}
