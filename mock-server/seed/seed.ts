import { copyFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Plan } from '#shared/domain/plan';
import { day } from '#shared/domain/time';
import type { AdjustableClock } from '../adapters/clock/port.ts';
import type { BlobStorage } from '../adapters/storage/port.ts';
import { type Config, localPassword } from '../config.ts';
import { startsWith } from '../db/dialect.ts';
import type { Ids } from '../ids.ts';
import type { Db, Store } from '../modules/base/store.ts';
import type { FolderService } from '../modules/gallery/collections/folder.service.ts';
import type { PeopleService } from '../modules/gallery/collections/people.service.ts';
import type { AccountService } from '../modules/identity/account/account.service.ts';
import type { Passwords } from '../modules/identity/account/password.ts';
import type { MembershipService } from '../modules/shop/membership/membership.service.ts';
import type { ImageService } from '../modules/studio/image/image.service.ts';
import type { TaskService } from '../modules/studio/task/task.service.ts';
import { seedGallery } from './gallery.ts';
import { houseEditors } from './gallery-editors.ts';
import { exampleStaff, firstAdmin } from './staff.ts';

interface SeedDeps {
  store: Store;
  clock: AdjustableClock;
  storage: BlobStorage;
  accounts: AccountService;
  memberships: MembershipService;
  images: ImageService;
  tasks: TaskService;
  passwords: Passwords;
  ids: Ids;
  folders: FolderService;
  people: PeopleService;
  /** Folder of the seeded pictures. */
  galleryFolder: string;
}

const month = 30 * day;

const members: ReadonlyArray<{ phoneNo: string; nickName: string; plan: Plan; isTestUser?: boolean }> = [
  { phoneNo: '13800000001', nickName: '示例·免费用户', plan: 'free' },
  { phoneNo: '13800000002', nickName: '示例·基础会员', plan: 'basic' },
  { phoneNo: '13800000003', nickName: '示例·专业会员', plan: 'pro' },
  { phoneNo: '13800000004', nickName: '示例·团队成员', plan: 'team' },
  { phoneNo: '13800000005', nickName: '示例·测试账号', plan: 'free', isTestUser: true },
];

/** Works the examples start from: a tool, a sample picture, and what differs from the tool's defaults. */
const works: ReadonlyArray<{ phoneNo: string; tool: string; sample: string; params: Record<string, unknown> }> = [
  { phoneNo: '13800000001', tool: 'toline', sample: 'villa-day', params: { lineStyle: 'detail' } },
  { phoneNo: '13800000001', tool: 'toline', sample: 'living-room', params: { lineStyle: 'sketch' } },
  { phoneNo: '13800000003', tool: 'toline', sample: 'office-street', params: { lineStyle: 'blueprint' } },
  { phoneNo: '13800000003', tool: 'toline', sample: 'villa-day', params: { lineStyle: 'cad' } },
  { phoneNo: '13800000003', tool: 'upScaleImg', sample: 'landscape', params: { scale: 2 } },
];

/** Returns true when {@link seed} has come to its end since the database was made or emptied. */
export async function isSeeded(db: Db): Promise<boolean> {
  const row = await db.selectFrom('installation').select('planted_at').executeTakeFirst();
  return row?.planted_at != null;
}

/**
 * Puts in what makes a first look worth it: an administrator always, and with `seed` staff of each role, members of
 * each plan, and tasks that the real engine works off in the background. In production only the administrator. What is
 * there already stays as it is, so that a start which was cut off is carried on by the next one.
 */
export async function seed(deps: SeedDeps, config: Config, scenario: 'seed' | 'empty'): Promise<void> {
  const { store, accounts, memberships, passwords } = deps;
  const isFull = scenario === 'seed' && config.mode === 'local';
  const adminHash = await passwords.hash(config.adminPassword ?? localPassword);
  const staffHash = isFull ? await passwords.hash(localPassword) : '';
  await store.transact(async (tx) => {
    const admin = { loginName: firstAdmin, passwordHash: adminHash, role: 'admin' as const };
    if (!(await accounts.findByLoginName(tx, firstAdmin)))
      await accounts.create(tx, { nickName: '管理员', staff: admin });
    if (!isFull) return;
    for (const { loginName, nickName, role } of exampleStaff) {
      if (await accounts.findByLoginName(tx, loginName)) continue;
      await accounts.create(tx, { nickName, staff: { loginName, passwordHash: staffHash, role } });
    }
    for (const member of members) {
      if (await accounts.findByPhone(tx, member.phoneNo)) continue;
      const { id } = await accounts.create(tx, member);
      if (member.plan !== 'free') await memberships.setByStaff(tx, id, member.plan, deps.clock.now() + month, 'seed');
    }
  });
  if (isFull) {
    await seedGallery(deps, deps.galleryFolder);
    await keepFolders(deps);
    await startWorks(deps, path.join(config.distDir, 'user', 'samples'));
  }
  await store.db.updateTable('installation').set({ planted_at: deps.clock.now() }).execute();
}

/** Adds what a later version brings of the house's gallery, where a first start put examples in. */
export async function addToGallery(deps: SeedDeps, config: Config): Promise<void> {
  if (config.mode !== 'local') return;
  for (const { loginName } of exampleStaff)
    if (!(await deps.accounts.findByLoginName(deps.store.db, loginName))) return;
  await seedGallery(deps, deps.galleryFolder);
}

/** Folders of the examples, by what lies in them: the newest pictures of a category. */
const folders: ReadonlyArray<{ phoneNo: string; name: string; classifyId: string; isPrivate: boolean }> = [
  { phoneNo: '13800000001', name: '住宅立面', classifyId: '101', isPrivate: false },
  { phoneNo: '13800000001', name: '客厅参考', classifyId: '5', isPrivate: true },
  { phoneNo: '13800000003', name: '文化建筑', classifyId: '105', isPrivate: false },
  { phoneNo: '13800000003', name: '庭院与水', classifyId: '2', isPrivate: false },
];
const picturesPerFolder = 8;

/** The examples keep pictures and follow the house's editors. */
async function keepFolders({ store, accounts, folders: service, people }: SeedDeps): Promise<void> {
  const editors = [...(await houseEditors(store.db)).values()];
  for (const { phoneNo, name, classifyId, isPrivate } of folders) {
    const account = await accounts.findByPhone(store.db, phoneNo);
    const rows = await store.db
      .selectFrom('gallery_picture')
      .select('id')
      .where('seed_name', 'is not', null)
      .where(startsWith('classify_id', classifyId))
      .orderBy('published_at', 'desc')
      .limit(picturesPerFolder)
      .execute();
    if (!account || rows.length === 0) continue;
    const caller = { kind: 'user' as const, accountId: account.id, sessionHash: '' };
    for (const editor of editors.slice(0, 3)) await people.follow(caller, editor, true);
    const { id } = await service.create(caller, { name, isPrivate, clientKey: `seed-${classifyId}` });
    await service.collect(
      caller,
      rows.map((row) => row.id),
      id,
    );
  }
}

async function startWorks({ store, storage, accounts, images, tasks }: SeedDeps, sampleDir: string): Promise<void> {
  const files = await readdir(sampleDir).catch(() => []);
  const folder = await storage.workFolder();
  try {
    for (const { phoneNo, tool, sample, params } of works) {
      const name = files.find((file) => file === `${sample}.jpg`);
      const account = await accounts.findByPhone(store.db, phoneNo);
      if (!name || !account) continue;
      const clientKey = `seed-${tool}-${sample}-${JSON.stringify(params)}`.slice(0, 64);
      if (await isStarted(store.db, account.id, clientKey)) continue;
      const copy = path.join(folder, name);
      await copyFile(path.join(sampleDir, name), copy);
      const imageId = (await unusedUpload(store.db, account.id)) ?? (await images.admit(account.id, copy)).imageId;
      const caller = { kind: 'user' as const, accountId: account.id, sessionHash: '' };
      await tasks.start(caller, {
        tool,
        params: { upload_img: imageId, ...params },
        clientKey,
        isUnordered: true,
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isStarted(db: Db, accountId: string, clientKey: string): Promise<boolean> {
  const started = db.selectFrom('task').select('id').where('account_id', '=', accountId);
  return (await started.where('client_key', '=', clientKey).executeTakeFirst()) !== undefined;
}

/** The picture that a start which was cut off had put in and not used; works are put in one after the other. */
async function unusedUpload(db: Db, accountId: string): Promise<string | undefined> {
  const unused = await db
    .selectFrom('image')
    .select('id')
    .where('owner_id', '=', accountId)
    .where('type', '=', 1)
    .where((where) =>
      where.not(where.exists(where.selectFrom('task_input').select('image_id').whereRef('image_id', '=', 'image.id'))),
    )
    .executeTakeFirst();
  return unused?.id;
}
