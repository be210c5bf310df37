import { expect, it } from 'vitest';
import type { z } from 'zod';
import { def, shapeOf, unwrap } from './coerce.ts';
import { contract } from './index.ts';

/** Names of fields for numbers, codes and search texts. */
const typedNames = /(phoneNo|code|(tax|invoice|receipt)No|keyword)$|^q$/i;
/** A valid value by field name; all other fields get a code. */
const samples: Record<string, string> = { phoneNo: '13812345678', verifyCode: '123456', taxNo: '91110108MA01ABCD2X' };
const sampleOf = (name: string) => samples[name] ?? (/code$/i.test(name) ? '123456' : 'AB123456');

const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const apart = (text: string, sign: string) => text.replace(/(?<=^..)/, sign);

const fields = Object.entries(contract).flatMap(([call, { input }]) =>
  Object.entries(shapeOf(input as z.ZodType) ?? {})
    .filter(([name, field]) => typedNames.test(name) && def(unwrap(field)).type === 'string')
    .map(([name, field]) => ({ call, name, field })),
);

it('every field for a number or a code takes it however it is typed or pasted', () => {
  expect(fields.length).toBeGreaterThan(30);
  for (const { call, name, field } of fields.filter(({ name: of }) => !/^(q|keyword)$/.test(of))) {
    const said = sampleOf(name);
    const plain = field.parse(said);
    const forms = [
      wide(said),
      ...[' ', '　', '－', '–', '\u00a0', '\u200b', '\ufeff'].map((sign) => apart(said, sign)),
    ];
    for (const form of [...forms, `\u202a${said}\u202c`, ` ${wide(said)} `])
      expect([call, name, form, field.parse(form)]).toEqual([call, name, form, plain]);
  }
});

it('every search takes one space between words and nothing that is not seen', () => {
  const searches = fields.filter(({ name }) => /^(q|keyword)$/.test(name));
  expect(searches.length).toBeGreaterThan(8);
  for (const { call, name, field } of searches)
    expect([call, name, field.parse(' 王\u200b　\u00a0 工\ufeff ')]).toEqual([call, name, '王 工']);
});
