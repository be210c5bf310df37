import { expect } from 'vitest';
import type { MadeState } from '../../mock-server/control/state-contract.ts';
import type { TestServer } from './server.ts';
import { controlOf } from './server-control.ts';

/** Prepared data of the server a test has at the moment. */
export function stateOf(serverNow: () => TestServer) {
  const { control, checks } = controlOf(serverNow);

  /** Makes what is asked for; the books balance afterwards. */
  async function make(input: object): Promise<MadeState> {
    const { status, json } = await control('POST', '/state', input);
    expect([status, (json as { error?: object }).error]).toEqual([201, undefined]);
    expect(await checks()).toEqual({ ok: true, broken: [] });
    return json;
  }

  /** The user app as an account of the answer sees it. */
  function visitorOf({ accounts }: Pick<MadeState, 'accounts'>, name: string) {
    const visitor = serverNow().visitor();
    visitor.cookies.set('sid', accounts[name]?.cookie?.split('=')[1] ?? '');
    return visitor;
  }

  return { control, checks, make, visitorOf };
}

/** One record for each value, by its name. */
export const forEach = <Value extends string>(values: readonly Value[], part: (value: Value) => object) =>
  Object.fromEntries(values.map((value) => [value.replaceAll('.', '_'), part(value)]));
