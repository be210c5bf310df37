import { z } from 'zod';
import type { StaffPermission } from '../domain/staff-permissions.ts';
import type { ErrorReason } from '../errors.ts';
import type { ListDefinition } from './list-definition.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Access to a call. `user`: a logged-in account, whose ownership the handler checks; `staff`: a staff session whose
 * role has the call's `permission`.
 */
export type Access = 'anyone' | 'user' | 'staff';

/**
 * Format of an answer.
 * - `envelope`: JSON in the envelope of `envelope.ts`; `output` is its `data`.
 * - `dialect`: the bare JSON of the simple-rest dialect under `/api/admin/v1` (lists carry `X-Total-Count`).
 * - `bytes`, `events`, `bare`: the handler writes the response itself (a file, a server-sent event stream, or JSON or
 *   text in a format somebody else defined); `output` documents it, `events` the messages of a stream.
 */
export type Answers = 'envelope' | 'dialect' | 'bytes' | 'events' | 'bare';

/**
 * Encoding of `input`: in the query (GET), as a form (default of POST and DELETE, docs/RULES.md R4; object values are
 * JSON-encoded), as JSON, or as multipart. The server takes form and JSON on every POST, PUT, PATCH and DELETE. `raw`
 * is a body in a foreign format, which the handler reads itself: signatures are over its very bytes.
 */
export type Encoding = 'query' | 'form' | 'json' | 'multipart' | 'raw';

/** One wire call: where it goes, who may make it, what travels each way. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Full path on the server, `/api/…` or `/cas/…`, with `:name` places. */
  path: `/${string}`;
  access: Access;
  /** Permission that a member of staff needs; null when any may make the call, and on calls that are not of staff. */
  permission: StaffPermission | null;
  encoding: Encoding;
  answers: Answers;
  /** One sentence for the API description. */
  summary: string;
  /** Group in the API description. */
  tag: string;
  params: P;
  input: I;
  output: O;
  /** Failures particular to this call; those every call can have (malformed, not logged in, …) are left out. */
  errors: readonly ErrorReason[];
  /**
   * True when the call modifies data: the default for all methods except GET. GET calls that modify data (createOrder,
   * delTaskByTaskId, logout …; docs/RULES.md R12) declare it and are refused to requests from other origins.
   */
  changesState: boolean;
  /**
   * True when staff may make the call while they view the product as one of its customers. True by default
   * for GET calls of the user app that modify nothing. Calls with data that only the customer may see declare false.
   */
  isOpenToViewers: boolean;
  /** Largest accepted body in bytes. Default 256 KiB. */
  bodyLimit: number;
  /** The field that a body means which is a JSON list; null: such a body is malformed. */
  listField: string | null;
  /** Filters, search and order of calls made by `listEndpoint`; their handler receives a `ListRequest`. */
  list?: ListDefinition;
  /** Media types of an answer that the handler writes itself; a picture comes with its `ETag`, and in ranges. */
  media?: readonly string[];
  /** Status of success when it is not 200; 204, 302 and 303 come without a body. */
  status?: 201 | 204 | 302 | 303;
  /** Status of an answer that tells that the work goes on; its body is that of success. */
  pendingStatus?: 202;
  /**
   * Contents of `data` in an event stream, by the name in `event`; `message` for events that have none. A literal
   * stands for its plain text, everything else for JSON.
   */
  events?: Readonly<Record<string, z.ZodType>>;
  /** The parts of a multipart body; one file named `file` where nothing is said. */
  parts?: Readonly<Record<string, 'file' | 'number' | 'json'>>;
}

type Optional =
  | 'permission'
  | 'params'
  | 'input'
  | 'output'
  | 'errors'
  | 'changesState'
  | 'isOpenToViewers'
  | 'bodyLimit'
  | 'encoding'
  | 'listField';

/** No fields. Typed so that it adds nothing to the fields it stands beside. */
export type Nothing = z.ZodType<object, object>;
const nothing: Nothing = z.object({});

const defaultBodyLimit = 256 * 1024;

/** A call whose access and way of answering are known to the type checker. */
type Declared<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, A, W> = Omit<
  Endpoint<P, I, O>,
  'access' | 'answers'
> & { access: A; answers: W };

/** A call of staff says what it takes; forgetting it does not compile. */
type PermissionOf<A> = A extends 'staff' ? { permission: StaffPermission | null } : { permission?: never };

/** Declares a call; what is left out takes the defaults of its method. */
export function endpoint<
  const A extends Access,
  P extends z.ZodType = Nothing,
  I extends z.ZodType = Nothing,
  O extends z.ZodType = z.ZodNull,
  const W extends Answers = 'envelope',
>(
  spec: Omit<Endpoint<P, I, O>, Optional | 'access' | 'answers'> &
    Partial<Pick<Endpoint<P, I, O>, Exclude<Optional, 'permission'>>> & {
      access: A;
      answers?: W;
    } & PermissionOf<A>,
): Declared<P, I, O, A, W> {
  return {
    params: nothing as unknown as P,
    input: nothing as unknown as I,
    output: z.null() as unknown as O,
    permission: null,
    errors: [],
    changesState: spec.method !== 'GET',
    isOpenToViewers: spec.method === 'GET' && spec.access !== 'staff' && spec.changesState !== true,
    bodyLimit: defaultBodyLimit,
    listField: null,
    encoding: spec.method === 'GET' ? 'query' : 'form',
    ...spec,
    answers: spec.answers ?? ('envelope' as W),
  };
}

export type Contract = Readonly<Record<string, Endpoint>>;

/** Argument of a call of the client: path parameters and input in one object. */
export type Call<E extends Endpoint> = z.input<E['params']> & z.input<E['input']>;
/** Parsed parameters and input that a handler receives. */
export type Received<E extends Endpoint> = { params: z.output<E['params']>; input: z.output<E['input']> };
/** Value that a handler and the client return. */
export type Answer<E extends Endpoint> = z.output<E['output']>;
