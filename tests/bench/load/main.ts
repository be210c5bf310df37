import type { Measurement } from '../measurement.ts';
import { type BenchParts, benchParts } from '../parts.ts';
import { measureProfile } from './profile.ts';
import { measureRows } from './rows.ts';
import { measureWork } from './work.ts';

/** The server under load: beside other mock servers, by kinds of work, and where the time of one row goes. */
const parts: BenchParts = { rows: measureRows, work: measureWork, profile: measureProfile };

export const benchLoad = (asked: readonly string[] = []): Promise<Measurement[]> => benchParts(parts, asked);
