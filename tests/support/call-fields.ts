import type { z } from 'zod';
import { def, shapeOf, unwrap } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { sampleValues } from './sample-values.ts';
import { startTestServer } from './server.ts';
import { calls, encodeBytes, fillPath } from './server-calls.ts';
import { drawPicture } from './server-pictures.ts';
import type { RawAnswer } from './server-visitor.ts';

/** Names of the fields of a call that hold a text, or a number, by themselves. */
export function fieldsOf(spec: Endpoint, kind: 'string' | 'number'): string[] {
  const isKind = (schema: z.ZodType): boolean => {
    const { type, options } = def(unwrap(schema));
    return type === kind || (options ?? []).some(isKind);
  };
  return Object.entries(shapeOf(spec.input) ?? {})
    .filter(([, schema]) => isKind(schema))
    .map(([name]) => name);
}

/** Calls with a field of one of these kinds that is sent as a form or in the query. */
export const callsWithFields = (...kinds: ReadonlyArray<'string' | 'number'>) =>
  calls.filter(
    ([, spec]) =>
      spec.encoding !== 'raw' &&
      spec.encoding !== 'multipart' &&
      spec.answers !== 'events' &&
      kinds.some((kind) => fieldsOf(spec, kind).length > 0),
  );

export type FieldCaller = Awaited<ReturnType<typeof startFieldCaller>>;

/** Starts a server with a user who is also an administrator, who makes calls with sample values. */
export async function startFieldCaller() {
  const server = await startTestServer();
  const insider = await server.member();
  const { imageId } = await insider.upload(await drawPicture());
  const { accountId } = await server.member();
  const { projectId } = await insider.api.createProject({ name: '别墅' });
  const samples = sampleValues({ taskId: 'task_1', imageId, projectId, accountId });
  insider.cookies.set('staff_sid', (await server.staff('admin')).cookies.get('staff_sid') ?? '');
  const visitorFor = (spec: Endpoint) => (spec.access === 'anyone' ? server.visitor() : insider);
  return {
    samples,
    visitorFor,
    /** Makes a call with its sample values as a form or query, some of them changed. */
    async call(name: keyof typeof samples, spec: Endpoint, changes: Record<string, string>): Promise<RawAnswer> {
      const { path, rest } = fillPath(spec, samples[name]);
      const form = Object.entries({ ...rest, ...changes })
        .map(([field, value]) => `${field}=${encodeBytes(typeof value === 'string' ? value : JSON.stringify(value))}`)
        .join('&');
      if (spec.method === 'GET') return visitorFor(spec).raw('GET', `${path}?${form}`);
      return visitorFor(spec).raw(spec.method, path, { 'content-type': 'application/x-www-form-urlencoded' }, form);
    },
    close: () => server.close(),
  };
}
