import type { Request, RequestHandler, Response } from 'express';
import findMyWay from 'find-my-way';
import { coerceText } from '#shared/contract/coerce';
import type { Answer, Contract, Endpoint, Received } from '#shared/contract/endpoint';
import { successEnvelope } from '#shared/contract/envelope';
import type { ListRequest } from '#shared/contract/list';
import { readListQuery } from '#shared/contract/list-query';
import { staffSetUpLabels } from '#shared/contract/staff-door';
import { readInput } from '#shared/contract/text';
import { mayStaff } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Authenticator, ChangeNote, RequestFacts, StaffCaller, UserCaller } from '../modules/base/caller.ts';
import { fromIssues } from '../modules/base/issues.ts';
import { queryFields, readFields } from './body.ts';
import { factsOf } from './context.ts';
import { clearViewerCookie, readCookie, staffCookie, userCookie, viewerCookie } from './cookies.ts';
import { refuseForeignOrigin } from './fetch-metadata.ts';
import { JsonPieces, sendPieces } from './json-pieces.ts';
import type { AnsweringCall } from './metrics.ts';
import { maySearchPeople, ownDoor, refusalToViewers } from './openapi-failures.ts';
import { describeRows } from './total.ts';
import { type Beyond, refuseQuery, refuseUnknown } from './unknown-fields.ts';

type CallerOf<E extends Endpoint> = E['access'] extends 'user'
  ? UserCaller
  : E['access'] extends 'staff'
    ? StaffCaller
    : UserCaller | null;

type OwnAnswer = 'bytes' | 'events' | 'bare';

/** Argument of a handler: parsed parameters and input, the caller, and the raw exchange for streams and files. */
export type Exchange<E extends Endpoint> = Received<E> & {
  caller: CallerOf<E>;
  facts: RequestFacts;
  request: Request;
  response: Response;
  /** For PATCH requests under `/api/admin/v1`: the request's fields that the schema does not know; else empty. */
  beyond: Beyond;
};

/** Handlers of calls that answer in the envelope return the answer, a large one in pieces; the others write themselves. */
export type Handler<E extends Endpoint> = (
  exchange: Exchange<E>,
) => E['answers'] extends OwnAnswer ? Promise<void> | void : Promise<Answer<E> | JsonPieces> | Answer<E>;

/** One handler for every call of the contract: a missing one does not compile. */
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

export type AnyHandler = (exchange: Exchange<Endpoint>) => unknown;

/** Told of what a member of staff searches for, before it is looked for; may refuse. */
export type SearchWatch = (caller: StaffCaller, typed: string, where: string, facts: RequestFacts) => Promise<void>;

/** Checks that run before a handler. */
interface Guards {
  authenticator: Authenticator;
  enterStream: ReturnType<typeof createStreamLimit>;
  watchSearch: SearchWatch | undefined;
}

type Calls = Map<string, (request: Request, response: Response) => Promise<void>>;

/**
 * Makes the router of the contract: guard, access, parse, ask the handler, answer as declared. Express asks its routes
 * one after the other, which with hundreds of calls takes longer than answering them; find-my-way keeps a tree.
 */
export function mount<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  authenticator: Authenticator,
  watchSearch?: SearchWatch,
): RequestHandler {
  const byPath = new Map<string, Calls>();
  const enterStream = createStreamLimit();
  for (const [name, spec] of Object.entries(contract)) {
    const handle = (handlers as Record<string, AnyHandler | undefined>)[name];
    if (!handle) throw new Error(`The call ${name} has no handler`);
    const calls: Calls = byPath.get(spec.path) ?? new Map();
    byPath.set(spec.path, calls);
    const call: AnsweringCall = { name, isStream: spec.answers === 'events' };
    calls.set(spec.method, (request, response) => {
      response.locals.call = call;
      return answerCall(spec, handle, { authenticator, enterStream, watchSearch }, request, response);
    });
  }
  const { named, open } = treesOf(contract);
  return (request, response, next) => {
    const { method, path } = request;
    const found = named.find('GET', path) ?? open.find('GET', path);
    if (!found) return isDecodable(path) ? next() : next(new ProductError('request.malformed'));
    // Express gives HEAD to the handlers of GET as well.
    const calls = byPath.get(found.store as string) as Calls;
    const call = calls.get(method) ?? (method === 'HEAD' ? calls.get('GET') : undefined);
    if (!call) return next(new ProductError('request.method'));
    request.params = found.params as Record<string, string>;
    call(request, response).catch(next);
  };
}

/** Parameters may be longer than a line of HTTP. */
const newTree = () => findMyWay({ ignoreTrailingSlash: true, maxParamLength: 65_536 });

interface Trees {
  named: ReturnType<typeof newTree>;
  open: ReturnType<typeof newTree>;
}

const trees = new WeakMap<Contract, Trees>();

/** Trees that find the path of a contract's call. Every world mounts the same contract, and a tree is compiled code. */
function treesOf(contract: Contract): Trees {
  const kept = trees.get(contract);
  if (kept) return kept;
  // `/:resource/export` goes before `/orders/:id`, whose id it would be: a last part with a name before any other.
  const made: Trees = { named: newTree(), open: newTree() };
  for (const path of new Set(Object.values(contract).map((spec) => spec.path)))
    (/:\w+$/.test(path) ? made.open : made.named).on('GET', path, () => undefined, path);
  trees.set(contract, made);
  return made;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

async function answerCall(
  spec: Endpoint,
  handle: AnyHandler,
  { authenticator, enterStream, watchSearch }: Guards,
  request: Request,
  response: Response,
): Promise<void> {
  // Express gives HEAD to the handlers of GET, but HEAD changes nothing and a stream has no end to answer with.
  if (request.method === 'HEAD' && (spec.changesState || spec.answers === 'events'))
    throw new ProductError('request.method');
  if (spec.changesState || request.method === 'DELETE') refuseForeignOrigin(request);
  const caller = await callerOf(spec, authenticator, request);
  response.locals.accountId = caller?.accountId;
  const fields = await fieldsOf(spec, request);
  const params = parse(spec.params, coerceText(spec.params, request.params));
  const read = isTextual(spec, request) ? coerceText(spec.input, fields) : fields;
  refuseQuery(spec, withoutVersion(queryFields(request)));
  const beyond = spec.list ? {} : refuseUnknown(spec, read);
  const input = spec.list ? readListQuery(spec.list, fields) : parse(spec.input, read);

  const facts = { ...factsOf(request), change: changeNote(spec, response) };
  const exchange = { params, input, caller, facts, request, response, beyond } as Exchange<Endpoint>;
  const typed = typedIn(spec, input);
  if (typed && caller?.kind === 'staff') await watchSearch?.(caller, typed, spec.path, exchange.facts);
  if (spec.answers === 'events' && caller?.kind === 'user') enterStream(`${caller.accountId} ${spec.path}`, response);
  if (spec.answers !== 'bytes') response.set('cache-control', 'no-store');
  const answer = await handle(exchange);
  if (spec.list) describeRows(response, input as ListRequest, (answer as unknown[]).length);
  await sendAnswer(spec, response, answer);
}

/** Reads the fields of the query or the body. Empty for multipart and raw bodies, which handlers read. */
async function fieldsOf(spec: Endpoint, request: Request): Promise<Awaited<ReturnType<typeof readFields>>> {
  if (spec.method === 'GET') return withoutVersion(queryFields(request));
  if (spec.encoding === 'multipart' || spec.encoding === 'raw') return {};
  return readFields(request, spec.bodyLimit, spec.listField);
}

async function sendAnswer(spec: Endpoint, response: Response, answer: unknown): Promise<void> {
  if (answer instanceof JsonPieces) await sendPieces(response, answer);
  else if (spec.answers === 'envelope') response.json(successEnvelope(spec.output.parse(answer ?? null)));
  if (spec.answers === 'dialect') response.json(spec.output.parse(answer));
}

/** Note of a call of staff; the id in its answer undoes the change. */
function changeNote({ permission }: Endpoint, response: Response): ChangeNote {
  return {
    permission,
    tell(changeId) {
      response.set('x-change-id', changeId);
      response.append('access-control-expose-headers', 'X-Change-Id');
    },
  };
}

async function callerOf(
  spec: Endpoint,
  authenticator: Authenticator,
  request: Request,
): Promise<UserCaller | StaffCaller | null> {
  const isStaffCall = spec.access === 'staff';
  const viewer = isStaffCall ? null : await viewerOf(spec, authenticator, request);
  if (viewer) return viewer;
  const token = readCookie(request, isStaffCall ? staffCookie : userCookie);
  const caller = token ? await (isStaffCall ? authenticator.staff(token) : authenticator.user(token)) : null;
  if (!caller && spec.access !== 'anyone') throw new ProductError('auth.required');
  if (spec.permission && !(caller?.kind === 'staff' && mayStaff(caller.role, spec.permission)))
    throw new ProductError('auth.forbidden');
  if (caller?.kind === 'staff' && !spec.path.startsWith(ownDoor)) requireSetUp(caller);
  return caller;
}

/** The customer whose view of the product a member of staff has: read only, and not all of it. */
async function viewerOf(spec: Endpoint, authenticator: Authenticator, request: Request): Promise<UserCaller | null> {
  const token = readCookie(request, viewerCookie);
  if (token === undefined) return null;
  const viewer = await authenticator.viewer(token);
  if (!viewer && request.res) clearViewerCookie(request.res);
  if (viewer && !spec.isOpenToViewers) throw new ProductError(refusalToViewers(spec));
  return viewer;
}

/** Search text of a list that may hold people; undefined for other calls. */
function typedIn(spec: Endpoint, input: unknown): string | undefined {
  if (!maySearchPeople(spec)) return undefined;
  const { q, keyword } = input as { q?: unknown; keyword?: unknown };
  const typed = q ?? keyword;
  return typeof typed === 'string' ? typed : undefined;
}

function requireSetUp({ mustSetUp }: StaffCaller): void {
  if (mustSetUp.length === 0) return;
  const what = mustSetUp.map((part) => staffSetUpLabels[part]).join('、');
  throw new ProductError('staff.setup_needed', { fill: { what } });
}

/** Returns true when the fields of a request are texts: in a query, or a form. */
export function isTextual(spec: Endpoint, request: Request): boolean {
  return spec.method === 'GET' || (request.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
}

function withoutVersion({ version: _version, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields;
}

export function parse(schema: Endpoint['input'], value: unknown): unknown {
  const { data, issues } = readInput(schema, value);
  if (issues) throw fromIssues(issues);
  return data;
}

/** Maximum number of open event streams per account and endpoint. */
const streamsPerAccount = 20;
/** Seconds until a client should retry. Clients poll in the meantime. */
const retryAfter = 60;

/**
 * Limits the number of open streams per key.
 * @returns counts a stream until its response is closed; throws `request.too_many_streams` above the limit
 */
function createStreamLimit(most = streamsPerAccount): (key: string, response: Response) => void {
  const open = new Map<string, number>();
  return (key, response) => {
    const before = open.get(key) ?? 0;
    if (before >= most) throw new ProductError('request.too_many_streams', { retryAfter });
    open.set(key, before + 1);
    response.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  };
}
