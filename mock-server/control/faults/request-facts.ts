import type { Request } from 'express';
import { peekBody, queryFields, readText } from '../../http/body.ts';
import { lacksOf } from '../body-match.ts';
import type { FaultMatch } from '../fault-contract.ts';
import { pathMatcher } from '../path-pattern.ts';

/** Account of a request's session. */
export interface RequestAccount {
  id: string;
  phoneNo: string | null;
}

/** Facts about a request that cost a look: its body, and the account behind its session. */
export interface RequestFacts {
  body: Readonly<Record<string, unknown>> | undefined;
  account: RequestAccount | undefined;
}

/** Largest body that is looked into, bytes; that of calls that take fields. */
const bodyLimit = 256 * 1024;

/** The parts of a match that need no look. */
export function matchesHead({ step, method, path, query, header }: FaultMatch, request: Request): boolean {
  if (step !== undefined) return false;
  if (method !== undefined && method !== request.method) return false;
  if (path !== undefined && !pathMatcher(path)(request.path)) return false;
  if (header && !Object.entries(header).every(([name, value]) => request.get(name) === value)) return false;
  const given = query ? queryFields(request) : {};
  return Object.entries(query ?? {}).every(([name, value]) => [given[name]].flat().includes(value));
}

/** The parts of a match that {@link RequestFacts} tell. */
export function matchesFacts({ body, account }: FaultMatch, facts: RequestFacts): boolean {
  if (account !== undefined && facts.account?.id !== account && facts.account?.phoneNo !== account) return false;
  return body === undefined || (facts.body !== undefined && lacksOf(facts.body, body).length === 0);
}

/** The fields of a JSON or form body, which stays there to be read; undefined for others. */
export async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>> | undefined> {
  const bytes = await peekBody(request, bodyLimit);
  if (!bytes) return undefined;
  try {
    return readText(request, bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
