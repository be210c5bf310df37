import { buildings } from './buildings.ts';
import { chat } from './chat.ts';
import { counter } from './counter.ts';
import { desk } from './desk.ts';
import type { Flow } from './flow.ts';
import { gallery } from './gallery.ts';
import { payments } from './payments.ts';
import { erasure, merge } from './people.ts';
import { tasks } from './tasks.ts';
import { uploads } from './uploads.ts';

/** All flows that the proofs of crashes and full disks walk through. */
export const flows = [
  tasks,
  payments,
  uploads,
  buildings,
  chat,
  gallery,
  desk,
  counter,
  merge,
  erasure,
] as ReadonlyArray<Flow>;
