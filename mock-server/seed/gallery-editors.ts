import { setImmediate } from 'node:timers/promises';
import type { Db, Store } from '../modules/base/store.ts';
import type { AccountService } from '../modules/identity/account/account.service.ts';

/** Editors of the house: accounts nobody can log in to, under whose name the house's own pictures stand. */
const editors = {
  building: { name: '筑绘建筑编辑', about: '筑绘编辑部：建筑与街区的示例图。全部由筑绘自己的渲染引擎绘制。' },
  landscape: {
    name: '筑绘景观编辑',
    about: '筑绘编辑部：庭院、公园与规划鸟瞰的示例图。全部由筑绘自己的渲染引擎绘制。',
  },
  interior: { name: '筑绘室内编辑', about: '筑绘编辑部：住宅室内与公共空间的示例图。全部由筑绘自己的渲染引擎绘制。' },
  drawing: { name: '筑绘图纸编辑', about: '筑绘编辑部：平面、线稿与材质的示例图。全部由筑绘自己的渲染引擎绘制。' },
} as const;
export type Editor = keyof typeof editors;

/** By the root of a category. */
const editorOfRoot: Readonly<Record<string, Editor>> = {
  '1': 'building',
  '2': 'landscape',
  '3': 'interior',
  '4': 'landscape',
  '5': 'interior',
  '6': 'drawing',
  '7': 'building',
  '8': 'drawing',
  '9': 'drawing',
};

export const editorOf = (classifyId: string): Editor => editorOfRoot[classifyId.slice(0, 1)] ?? 'building';

/** The editor of a name as cases give it, e.g. 建筑编辑. */
export const editorNamed = (name: string): Editor | undefined =>
  (Object.keys(editors) as Editor[]).find((editor) => editors[editor].name.endsWith(name));

const sourceOf = (editor: Editor) => ({ house: editor });

/** Ids of the house's editors that are there. */
export async function houseEditors(db: Db): Promise<Map<Editor, string>> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('author_profile', 'author_profile.account_id', 'account.id')
    .select(['account.id', 'account.source'])
    .where('author_profile.is_house', '=', 1)
    .execute();
  const found = new Map<Editor, string>();
  for (const editor of Object.keys(editors) as Editor[]) {
    const row = rows.find(({ source }) => source === JSON.stringify(sourceOf(editor)));
    if (row) found.set(editor, row.id);
  }
  return found;
}

/** Makes the editors that are missing. */
export async function makeEditors({ db, transact }: Store, accounts: AccountService): Promise<Map<Editor, string>> {
  const found = await houseEditors(db);
  for (const [editor, { name, about }] of Object.entries(editors) as Array<[Editor, (typeof editors)[Editor]]>) {
    if (found.has(editor)) continue;
    const made = await transact(async (tx) => {
      const account = await accounts.create(tx, { nickName: name, isTestUser: true, source: sourceOf(editor) });
      await tx.insertInto('author_profile').values({ account_id: account.id, about, is_house: 1 }).execute();
      return account.id;
    });
    found.set(editor, made);
    await setImmediate();
  }
  return found;
}
