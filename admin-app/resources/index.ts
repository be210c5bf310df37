import type { ConsoleResource } from '../ui/console-resource.ts';
import { accounts } from './accounts/index.ts';
import { tasks } from './tasks/index.ts';
import { tickets } from './tickets/index.ts';

/** Everything the console manages, in the order of the menu. */
export const resources: readonly ConsoleResource[] = [accounts, tasks, tickets];
