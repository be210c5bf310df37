import { describe, expect, it } from 'vitest';
import { isPhone, maskPhone, normalizePhone, readPhoneSearch, typedPhone } from './phone.ts';
import { foldCode, foldDigits, foldNumber, searchForms } from './typed.ts';

const codes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => String.fromCharCode(from + place));

/** Characters that input methods, contact apps and web pages insert around and between digits. */
const between = [
  ...['', ' ', '\t', '-', '.', '·', '(', ')', '（', '）', '　', '－', '．', '。', '−', '\u00a0', '\u00ad', '\ufeff'],
  ...codes(0x2000, 0x200f),
  ...codes(0x2010, 0x2015),
  ...codes(0x202a, 0x202e),
  '\u202f',
  ...codes(0x2060, 0x2069),
];
const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

describe('numbers as people type and paste them', () => {
  it('are the same phone number, whatever stands between its digits', () => {
    for (const sign of between)
      for (const start of ['', '+86', '0086', '86', '＋８６', '（+86）', 'tel:', 'tel:+86']) {
        const typed = `${sign}${start}${sign}138${sign}1234${sign}5678${sign}`;
        expect([JSON.stringify(typed), normalizePhone(typed)]).toEqual([JSON.stringify(typed), '13812345678']);
        expect([JSON.stringify(typed), normalizePhone(wide(typed))]).toEqual([JSON.stringify(typed), '13812345678']);
      }
  });

  it('stay wrong where they are', () => {
    for (const typed of ['1381234567', '138123456789', '2381234567８', '1381234567a', '٣3812345678', '13812,345678'])
      expect([typed, isPhone(normalizePhone(typed))]).toEqual([typed, false]);
  });

  it('are read while they are typed, and one digit too many is not cut off', () => {
    expect(['+', '+8', '+86', '+861', '86138'].map(typedPhone)).toEqual(['', '8', '86', '1', '138']);
    expect(typedPhone('＋８６ 138-1234-5678')).toBe('13812345678');
    expect(isPhone(typedPhone('138123456789'))).toBe(false);
  });

  it('are codes without what stands between', () => {
    for (const sign of between) {
      expect(foldCode(`ab${sign}１２`)).toBe('ab12');
      expect(foldDigits(`12${sign}34${sign}５６`)).toBe('123456');
    }
  });

  it('are amounts with their point', () => {
    const read = ['１２．５', '￥12.50', '1,234.5', '１，２３４', '12。5', '－3', ' 7 ', '1 234', '1,2', '¥１'];
    expect(read.map(foldNumber)).toEqual(['12.5', '12.50', '1234.5', '1234', '12.5', '-3', '7', '1234', '1,2', '1']);
  });
});

describe('what is searched for', () => {
  it('is looked for as typed and folded, with one space between words', () => {
    expect(searchForms('  王\u3000\u00a0 工\u200b ')).toEqual(['王 工']);
    expect(searchForms('ＡＢ１２')).toEqual(['ＡＢ１２', 'AB12']);
  });

  it('is a phone number by all of it, its last four digits, or its mask as the console shows it', () => {
    const whole = '19948254260';
    expect(readPhoneSearch('１９９－４８２５－４２６０')).toEqual({ whole });
    for (const typed of ['4260', '４２６０']) expect(readPhoneSearch(typed)).toEqual({ tail: '4260', isMasked: false });
    for (const typed of ['*4260', '＊4260', '****4260', '**** 4260'])
      expect([typed, readPhoneSearch(typed)]).toEqual([typed, { tail: '4260', isMasked: true }]);
    for (const typed of [maskPhone(whole), '１９９＊＊＊＊４２６０', '199 **** 4260', '+86 199****4260', '199*4260'])
      expect([typed, readPhoneSearch(typed)]).toEqual([typed, { head: '199', tail: '4260', isMasked: true }]);
    for (const typed of ['1994*7066', '199****426', '19*4260', '*', '426', '42600', '199****', '王4260', '8*4260'])
      expect([typed, readPhoneSearch(typed)]).toEqual([typed, null]);
  });
});
