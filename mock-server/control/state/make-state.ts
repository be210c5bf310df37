import { setImmediate as turn } from 'node:timers/promises';
import { ProductError } from '#shared/errors';
import type { StaffAct } from '../../modules/base/caller.ts';
import { firstAdmin } from '../../seed/staff.ts';
import type { MadeState, SectionName, StateInput } from '../state-contract.ts';
import type { Maker, Making, Occasion, StateDeps } from './context.ts';
import { finishAccount, makeAccount, makeMembership, makeStaff } from './people.ts';
import { preparePictures } from './pictures.ts';
import { makeInvoice, makeOrder, makeRedeemCodes } from './shop.ts';
import { makeConversation, makeFolder, makePicture } from './society.ts';
import { refusal, type Step, stepsOf } from './steps.ts';
import { makeProject, makeTask, makeUpload } from './studio.ts';

const makers: { [Section in SectionName]: Maker<Section> } = {
  staff: makeStaff,
  accounts: makeAccount,
  memberships: makeMembership,
  uploads: makeUpload,
  projects: makeProject,
  tasks: makeTask,
  orders: makeOrder,
  conversations: makeConversation,
  pictures: makePicture,
  folders: makeFolder,
  invoices: makeInvoice,
  redeemCodes: makeRedeemCodes,
};

const nothing = (): MadeState => ({
  ...{ staff: {}, accounts: {}, memberships: {}, uploads: {}, projects: {}, tasks: {} },
  ...{ orders: {}, conversations: {}, pictures: {}, folders: {}, invoices: {}, redeemCodes: {} },
});

/**
 * Makes all records of a request through the services of the product, each at its time on the product's clock, or none.
 * Faults and a cut line of the simulated payment company rest meanwhile. Throws `request.invalid` with the path of what
 * cannot be made.
 */
export async function makeState(deps: StateDeps, input: StateInput, occasion: Occasion): Promise<MadeState> {
  const { store, clock, simulatedPayment } = deps;
  const now = clock.now();
  const steps = stepsOf(input, now);
  return undisturbed(deps, async () => {
    const pictures = await preparePictures(deps, input);
    const act = await administrator(deps);
    const making: Making = { ...deps, ...occasion, pictures, made: nothing(), act, now, orderNos: [] };
    try {
      await store.asOne(async () => {
        for (const step of steps) {
          await clock.at(step.at, () => make(making, step));
          // Other worlds get their turn.
          await turn();
        }
        if (steps.some(({ at }) => at < now)) await deps.memberships.advance('all');
        for (const [name, part] of Object.entries(input.accounts))
          await refusedAt(`accounts.${name}`, () => finishAccount(making, name, part));
      });
    } catch (error) {
      simulatedPayment?.forget(making.orderNos);
      throw error;
    } finally {
      await pictures.discard();
    }
    return making.made;
  });
}

async function make(making: Making, { section, name, part, at }: Step): Promise<void> {
  const path = `${section}.${name}`;
  const maker = makers[section] as Maker<SectionName>;
  const made = await refusedAt(path, () => maker(making, part, { path, name, at }));
  (making.made[section] as Record<string, typeof made>)[name] = made;
}

/** Says of a refusal which part of the request it is about. */
async function refusedAt<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProductError) || isPlaced(error, path)) throw error;
    const [field, sentences] = Object.entries(error.fields ?? {})[0] ?? [];
    throw refusal(field === undefined ? path : `${path}.${field}`, sentences?.[0] ?? error.message, error);
  }
}

const isPlaced = ({ fields }: ProductError, path: string): boolean =>
  Object.keys(fields ?? {}).some((field) => field === path || field.startsWith(`${path}.`));

async function administrator({ store, accounts }: StateDeps): Promise<StaffAct> {
  const admin = await accounts.findByLoginName(store.db, firstAdmin);
  if (!admin) throw new ProductError('request.invalid', { fields: { accounts: ['没有管理员账号，无法准备数据'] } });
  const facts = { requestId: '', address: '127.0.0.1', userAgent: 'control plane', isSecure: false };
  return { caller: { kind: 'staff', accountId: admin.id, role: 'admin', sessionHash: '', mustSetUp: [] }, facts };
}

async function undisturbed<T>({ faults, simulatedPayment }: StateDeps, work: () => Promise<T>): Promise<T> {
  const rules = faults.save();
  const isDown = simulatedPayment?.isDown() ?? false;
  faults.clear();
  simulatedPayment?.setOutage(false);
  try {
    return await work();
  } finally {
    faults.load(rules);
    simulatedPayment?.setOutage(isDown);
  }
}
