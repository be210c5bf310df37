import { expect, it } from 'vitest';
import { shapeOf } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { contract } from '#shared/contract/index';
import { isSecret, secretNames, secretPaths } from '#shared/contract/secret';
import { controlContract } from '../../mock-server/control/contract.ts';

const all = { ...contract, ...controlContract };

it('are marked where they are declared: names, and the places in paths', () => {
  expect(secretNames(all)).toEqual(
    [
      ...[
        'code',
        'engineKey',
        'link',
        'newPassword',
        'oldPhoneCode',
        'password',
        'phoneCode',
        'scanTicket',
        'signature',
        'tgt',
        'ticket',
        'token',
        'totpCode',
      ],
      'verifyCode',
    ].sort(),
  );
  expect(secretPaths(all)).toEqual(
    expect.arrayContaining(['/api/admin/v1/impersonations/', '/api/share/link/', '/cas/v1/tickets/']),
  );
});

it('stand where no other call has its path, so that logs lose nothing else', () => {
  const hidden = secretPaths(all);
  const others = Object.values<Endpoint>(all).filter(
    ({ path, params }) =>
      hidden.some((beginning) => path.startsWith(beginning)) &&
      !Object.values(shapeOf(params) ?? {}).some((field) => isSecret(field)),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

it('are all marked that are called like one', () => {
  // `inviteCode` is meant to be passed on, and `usesPerCode` is a number.
  const known = [...secretNames(all), 'inviteCode', 'usesPerCode'];
  const named = Object.entries<Endpoint>(all).flatMap(([call, { params, input }]) =>
    Object.keys({ ...shapeOf(params), ...shapeOf(input) })
      .filter((name) => /(code|password|token|secret|signature|tgt)$/i.test(name) && !known.includes(name))
      .map((name) => `${call} ${name}`),
  );
  expect(named).toEqual([]);
});
