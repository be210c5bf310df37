import type { Contract, Endpoint } from './endpoint.ts';

/** Facts of a call that a client needs to make it. */
export type Wire = Pick<Endpoint, 'method' | 'path' | 'encoding' | 'answers' | 'changesState'>;

/** The calls of a contract without their schemas, as plain data that a build can write into an app. */
export type WireOf<C extends Contract> = { readonly [K in keyof C]: Wire };

export function wireOf<C extends Contract>(contract: C): WireOf<C> {
  const entries = Object.entries(contract).map(([name, { method, path, encoding, answers, changesState }]) => [
    name,
    { method, path, encoding, answers, changesState },
  ]);
  return Object.fromEntries(entries) as WireOf<C>;
}
