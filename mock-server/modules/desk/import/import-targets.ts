import type { z } from 'zod';
import { accountDeskContract } from '#shared/contract/account-desk';
import { categoryDeskContract } from '#shared/contract/category-desk';
import { contentDeskContract } from '#shared/contract/content-desk';
import type { ImportResource } from '#shared/contract/import-desk';
import { productDeskContract } from '#shared/contract/product-desk';
import { AccountDraft, AccountPatch } from '#shared/contract/staff';
import { readInput } from '#shared/contract/text';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';
import type { AccountDesk } from '../../identity/account/account-desk.service.ts';
import type { ProductDesk } from '../../shop/product/product-desk.service.ts';
import type { CategoryDesk } from '../../studio/category/category-desk.service.ts';
import type { AccountPage } from '../account-page/account-page.service.ts';
import type { HotWordDesk } from '../content/hot-word-desk.service.ts';
import type { MaterialDesk } from '../content/material-desk.service.ts';
import { invalid } from './import-rows.ts';

/** Values of a row to write, by field; only those that differ. */
interface RowWrite {
  /** Null for a new record. */
  id: string | null;
  version: number;
  values: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ImportTarget {
  /** The field that names a record. */
  nameField: string;
  write(tx: Db, row: RowWrite, call: { caller: StaffCaller; facts: RequestFacts }): Promise<unknown>;
}

export interface ImportTargetDeps {
  accountDesk: AccountDesk;
  accountPage: AccountPage;
  hotWordDesk: HotWordDesk;
  materialDesk: MaterialDesk;
  categoryDesk: CategoryDesk;
  productDesk: ProductDesk;
}

/** A row as the call of one record takes it. Throws `request.invalid` with the sentences of its fields. */
function checked<S extends z.ZodType>(schema: S, values: object): z.output<S> {
  const { data, issues } = readInput(schema, values);
  if (issues) throw invalid([...new Set(issues.map(({ message }) => message))].join('；'));
  return data;
}

/** Fields that only a new record takes. */
function refuseFixed(values: RowWrite['values'], name: string, sentence: string): void {
  if (name in values) throw invalid(sentence);
}

/** Writers of the rows of files, through the services that write single records. */
export function createImportTargets(deps: ImportTargetDeps): Record<ImportResource, ImportTarget> {
  const { accountDesk, accountPage, hotWordDesk, materialDesk, categoryDesk, productDesk } = deps;
  return {
    accounts: {
      nameField: 'nickName',
      async write(tx, { id, version, values: { note, ...values } }, { caller, facts }) {
        let accountId = id;
        if (id === null) {
          if (!values.phoneNo) throw invalid('新账号要有手机号；修改已有账号请保留编号');
          const { phoneNo, nickName, isTestUser } = checked(AccountDraft, values);
          accountId = (await accountDesk.rows.create(tx, caller, { phoneNo, nickName, isTestUser }, facts)).accountId;
        } else {
          refuseFixed(values, 'phoneNo', '已有账号的手机号不能在这里改，请在账号页里换绑');
          if (Object.keys(values).length > 0)
            await accountDesk.rows.update(tx, caller, id, checked(AccountPatch, { ...values, version }), facts);
        }
        if (!note || accountId === null) return;
        const draft = checked(accountDeskContract.createAccountNote.input, { accountId, text: String(note) });
        await accountPage.rows.createNote(tx, { caller, facts }, draft);
      },
    },
    hotWords: {
      nameField: 'word',
      async write(tx, { id, version, values }, act) {
        const { word } = checked(contentDeskContract.createHotWord.input, { word: values.word ?? '' });
        if (id === null) await hotWordDesk.rows.create(tx, act, word);
        else await hotWordDesk.rows.update(tx, act, id, { word, version });
      },
    },
    materials: {
      nameField: 'name',
      write: (tx, { id, version, values }, act) => {
        const patch = checked(contentDeskContract.updateMaterial.input, { ...values, version });
        return materialDesk.rows.update(tx, act, id ?? '', patch);
      },
    },
    categories: {
      nameField: 'name',
      async write(tx, { id, version, values }, act) {
        if (id !== null) refuseFixed(values, 'parentId', '已有分类不能在这里换上级，请在分类树里移动');
        const { parentId, ...given } = values;
        const { createCategory, updateCategory } = categoryDeskContract;
        const draft = () => checked(createCategory.input, { parentId, name: given.name ?? '' });
        const made = id === null ? await categoryDesk.rows.create(tx, act, draft()) : undefined;
        const patch = { ...given, version: made?.version ?? version };
        if (!made || given.isHidden === true)
          await categoryDesk.rows.update(tx, act, made?.id ?? id ?? '', checked(updateCategory.input, patch));
      },
    },
    products: {
      nameField: 'title',
      write(tx, { id, version, values }, act) {
        const { updateProduct } = productDeskContract;
        const patch = checked(updateProduct.input, { ...values, version, reason: '从文件导入' });
        return productDesk.rows.update(tx, act, id ?? '', patch);
      },
    },
  };
}
