/**
 * What people type and paste where a number or a code is meant: full-width characters of input methods, and what contact
 * apps and copied pages put around and between digits. Browsers and the server read it with the same functions.
 */

/** Characters that are not seen: joiners, marks of direction, the mark of byte order, soft hyphens. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const fullWidth = /[\uff01-\uff5e]/g;
/** Blanks of every kind, but no ends of lines: a code in two lines is none. */
const blanks = /[^\S\n\v\f\r\u2028\u2029]+/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
const dots = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb\u3002\uff61\uff65]/g;

/**
 * Full-width characters as those of ASCII, every kind of space as one, every dash as a hyphen, every dot as a full stop;
 * what is not seen is gone. Letters that have no such form stay.
 */
export function foldTyped(text: string): string {
  return text
    .replace(unseen, '')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .replace(dots, '.')
    .replace(blanks, ' ')
    .trim();
}

/** A code or a number that names something, without what stands between its characters. */
export function foldCode(text: string): string {
  return foldTyped(text).replace(/[ \-.()]/g, '');
}

/** The digits of a code, e.g. one of six digits; what is no digit is left out. */
export function foldDigits(text: string): string {
  return foldTyped(text).replace(/\D/g, '');
}

/** A quantity or an amount: `１，２３４．５` is `1234.5`, `￥12` is `12`. What is none comes back folded, for a sentence. */
export function foldNumber(text: string): string {
  const plain = foldTyped(text)
    .replace(/^[¥￥\uffe5]/, '')
    .replaceAll(' ', '');
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
}

/** What is searched for, as one looks for it: as it is, but for doubled spaces and what is not seen; and folded. */
export function searchForms(typed: string): [string, ...string[]] {
  const plain = typed.replace(unseen, '').replace(blanks, ' ').trim();
  const folded = foldTyped(typed);
  return folded === plain ? [plain] : [plain, folded];
}
