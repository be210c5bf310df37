import type { ConsoleResource } from '../ui/console-resource.ts';
import { accounts } from './accounts/index.ts';
import { agreements } from './agreements/index.ts';
import { audit } from './audit/index.ts';
import { authorReports } from './author-reports/index.ts';
import { categories } from './categories/index.ts';
import { connectedEngines } from './connected-engines/index.ts';
import { customRequests } from './custom-requests/index.ts';
import { overview, visits } from './dashboard/index.ts';
import { differences } from './differences/index.ts';
import { engines } from './engines/index.ts';
import { galleryReviews } from './gallery-reviews/index.ts';
import { galleryCases, gallerySets } from './gallery-shelf/index.ts';
import { hotWords } from './hot-words/index.ts';
import { invoices } from './invoices/index.ts';
import { materials } from './materials/index.ts';
import { models } from './models/index.ts';
import { notices } from './notices/index.ts';
import { orders } from './orders/index.ts';
import { pendingChanges } from './pending-changes/index.ts';
import { plans } from './plans/index.ts';
import { products } from './products/index.ts';
import { queue } from './queue/index.ts';
import { redeem } from './redeem/index.ts';
import { refunds } from './refunds/index.ts';
import { roles } from './roles/index.ts';
import { settings } from './settings/index.ts';
import { slow } from './slow/index.ts';
import { staff } from './staff/index.ts';
import { tasks } from './tasks/index.ts';
import { tickets } from './tickets/index.ts';

/** Everything the console manages, in the order of the menu. */
export const resources: readonly ConsoleResource[] = [
  overview,
  visits,
  accounts,
  pendingChanges,
  tickets,
  orders,
  refunds,
  invoices,
  differences,
  products,
  plans,
  redeem,
  customRequests,
  tasks,
  galleryReviews,
  gallerySets,
  galleryCases,
  authorReports,
  staff,
  roles,
  audit,
  categories,
  queue,
  engines,
  connectedEngines,
  models,
  slow,
  settings,
  materials,
  hotWords,
  notices,
  agreements,
];
