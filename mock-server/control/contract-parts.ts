import { z } from 'zod';

/** Of every call of the control plane. `planeAccess` decides who reaches them. */
export const common = { access: 'anyone', answers: 'dialect', bodyLimit: 64 * 1024 } as const;

export const Done = { ok: z.literal(true) };

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** A method of requests, in letters of any case. */
export const Method = z.string().max(8).toUpperCase().pipe(z.enum(methods));

/** A moment: milliseconds since the epoch, or ISO 8601 with its offset. */
export const Moment = z.union([z.int(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))]);

/** The clock is not set past the year 2200; a date a million days later has no ISO form any more. Milliseconds. */
export const latestMoment = Date.UTC(2200, 0);
