import { expect, test } from 'vitest';
import { readRecipients } from './recipients.ts';

test('numbers in any spelling and ids are read from a sheet; its heading is not', () => {
  expect(readRecipients('手机号,备注\n"138 0013 8000",\r\n+86 199-4825-7066\nacc_9k2\n13800138000；12\n')).toEqual({
    phones: ['138 0013 8000', '+86 199-4825-7066', '13800138000', '12'],
    ids: ['acc_9k2'],
  });
  expect(readRecipients('\u202a１３８－００１３－８０００\u202c，（+86）138.0013.8000')).toEqual({
    phones: ['138-0013-8000', '(+86)138.0013.8000'],
    ids: [],
  });
  expect(readRecipients(' \n ')).toEqual({ phones: [], ids: [] });
});
