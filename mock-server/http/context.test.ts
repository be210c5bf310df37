import type { Request } from 'express';
import { expect, it } from 'vitest';
import { pathWithoutSecrets } from './context.ts';

it.each([
  ['/cas/v1/tickets/TGT-abc_123', '/cas/v1/tickets/…'],
  ['/CAS/v1/Tickets/TGT-abc_123', '/CAS/v1/Tickets/…'],
  ['/cas/v1/tickets', '/cas/v1/tickets'],
  ['/api/user/login', '/api/user/login'],
])('the log holds %s as %s', (path, logged) => {
  expect(pathWithoutSecrets({ path } as Request)).toBe(logged);
});
