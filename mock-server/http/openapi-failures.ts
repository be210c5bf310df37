import { shapeOf } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { type ErrorReason, errorCatalogue } from '#shared/errors';

/** Calls about the caller's own door, which are open before it is set up. */
export const ownDoor = '/api/admin/v1/me/';

/** Lists that hold no people: what is typed there is no phone number. */
const withoutPeople: readonly unknown[] = ['product.read', 'category.read', 'content.read', 'setting.read'];

/** Returns true when what is searched for in this call may be somebody's number, and is counted. */
export function maySearchPeople({ method, access, permission }: Endpoint): boolean {
  return method === 'GET' && access === 'staff' && !withoutPeople.includes(permission);
}

/** Returns true for calls that use the console's dialect, in refusals too. */
export function isInDialect({ path }: Pick<Endpoint, 'path'>): boolean {
  return path.startsWith('/api/admin/v1');
}

/** Reason for refusing a call to staff who view an account as a customer. */
export function refusalToViewers({ changesState }: Pick<Endpoint, 'changesState'>): ErrorReason {
  return changesState ? 'impersonation.read_only' : 'impersonation.private';
}

const when = (applies: boolean, ...reasons: ErrorReason[]): ErrorReason[] => (applies ? reasons : []);

/** Of every request that names a world. */
const ofSpaces: readonly ErrorReason[] = [
  ...(['space.bad_name', 'space.too_many', 'space.ended', 'space.closed'] as const),
  ...(['control.closed', 'control.wrong_token'] as const),
];

/** Every reason a call can be refused for: its own, and those that follow from who may make it and what it takes. */
function failuresOf(spec: Endpoint): ErrorReason[] {
  const { access, permission, method } = spec;
  const hasBody = method !== 'GET';
  const typed = { ...shapeOf(spec.params), ...shapeOf(spec.input) };
  const isSearched = maySearchPeople(spec) && (spec.list?.hasSearch || 'q' in typed || 'keyword' in typed);
  return [
    ...new Set<ErrorReason>([
      ...spec.errors,
      'request.malformed',
      'request.invalid',
      ...when('phoneNo' in typed, 'phone.invalid'),
      ...when('verifyCode' in typed, 'code.malformed'),
      'request.foreign_host',
      ...ofSpaces,
      ...when(hasBody, 'request.too_large', 'request.media_type'),
      ...when(spec.changesState || method === 'DELETE', 'request.foreign_origin'),
      ...when(!spec.isOpenToViewers && access !== 'staff', refusalToViewers(spec)),
      ...when(access !== 'anyone', 'auth.required'),
      ...when(Boolean(permission) || 'verbs' in spec, 'auth.forbidden'),
      ...when(access === 'staff' && !spec.path.startsWith(ownDoor), 'staff.setup_needed'),
      ...when(isInDialect(spec), 'query.unsupported'),
      // Unknown fields of the request are compared with the present record, which may not exist.
      ...when(isInDialect(spec) && (method === 'PATCH' || method === 'PUT'), 'record.not_found'),
      ...when(spec.answers === 'bytes', 'request.range'),
      ...when(spec.answers === 'events' && access === 'user', 'request.too_many_streams'),
      ...when(isSearched, 'request.too_often', 'account.search_guessing'),
      'server.internal',
      'server.not_ready',
      'server.storage_full',
      'server.storage_readonly',
      'server.storage_broken',
      'server.database_busy',
      'server.worker_lost',
      'server.too_slow',
      'request.deadly',
    ]),
  ];
}

/** Reasons by the status they are answered with, in rising order. */
export function failuresByStatus(spec: Endpoint): Map<number, ErrorReason[]> {
  const found = new Map<number, ErrorReason[]>();
  for (const reason of failuresOf(spec)) {
    const { status } = errorCatalogue[reason];
    found.set(status, [...(found.get(status) ?? []), reason]);
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}
