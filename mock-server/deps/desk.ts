import { createListReader } from '../modules/base/console-list.ts';
import type { Store } from '../modules/base/store.ts';
import { createAccountPage } from '../modules/desk/account-page/account-page.service.ts';
import { createBulk } from '../modules/desk/bulk/bulk.ts';
import { createHotWordDesk } from '../modules/desk/content/hot-word-desk.service.ts';
import { createMaterialDesk } from '../modules/desk/content/material-desk.service.ts';
import { createExports } from '../modules/desk/export/export.service.ts';
import { createImports } from '../modules/desk/import/import.service.ts';
import { createNoticeService } from '../modules/desk/notice/notice.service.ts';
import { createNoticeDesk } from '../modules/desk/notice/notice-desk.service.ts';
import { createPersonalDataService } from '../modules/desk/personal-data/personal-data.service.ts';
import { createReportService } from '../modules/desk/report/report.service.ts';
import { createSearchService } from '../modules/desk/search/search.service.ts';
import { createSystemService } from '../modules/desk/system/system.service.ts';
import { createMergeService } from '../modules/identity/account/merge.service.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import type { Gallery } from './gallery.ts';
import type { Identity } from './identity.ts';
import { createLists } from './lists.ts';
import type { Records } from './records.ts';
import type { Shop } from './shop.ts';
import type { Studio } from './studio.ts';

interface Wings extends Adapters, Records, Accounts, Identity, Shop, Studio, Gallery {
  store: Store;
}

/** Services that need several wings: lists, exports, imports, searches, erasure and merging of accounts. */
export function createDesk(wings: Wings) {
  const { store, clock, ids, accounts, audit, changeSets, categories, storage } = wings;
  const galleryChanged = () => void wings.catalogue.changedAll();
  const forgetSent = (recipients: readonly string[]) => {
    for (const outbox of [wings.sms, wings.emails]) outbox.forget(recipients);
  };
  const notices = createNoticeService({ store, clock, accounts });
  const desks = {
    accountPage: createAccountPage({ store, clock, ids, accounts, audit, changeSets }),
    hotWordDesk: createHotWordDesk({ store, clock, audit, changeSets }),
    materialDesk: createMaterialDesk({ store, clock, audit, changeSets, categories }),
    noticeDesk: createNoticeDesk({ store, clock, ids, notices, audit, changeSets }),
  };
  const listReader = createListReader({ store, leadsTo: wings.leadsTo });
  const consoleResources = createLists({ ...wings, ...desks });
  return {
    ...desks,
    notices,
    personalData: createPersonalDataService({ ...wings, slices: store.slices, galleryChanged, forgetSent }),
    merges: createMergeService({ ...wings, galleryChanged }),
    bulk: createBulk({ store, clock, changeSets }),
    search: createSearchService({ store, leadsTo: wings.leadsTo }),
    system: createSystemService({ store, clock, storage }),
    reports: createReportService({ store, clock }),
    listReader,
    consoleResources,
    listExports: createExports({ ...wings, resources: consoleResources, reader: listReader }),
    imports: createImports({ ...wings, ...desks, resources: consoleResources }),
  };
}
