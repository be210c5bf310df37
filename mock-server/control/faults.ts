import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { ProductError } from '#shared/errors';
import {
  type FaultPoints,
  type FaultStep,
  faultSteps,
  faultWords,
  type StruckFault,
} from '../adapters/fault-points.ts';
import type { Fault } from './fault-contract.ts';
import { answerStatus, spoil } from './faults/answers.ts';
import { bodyOf, matchesFacts, matchesHead, type RequestAccount } from './faults/request-facts.ts';
import { createFaultRules, type Rule } from './faults/rules.ts';

export type Faults = ReturnType<typeof createFaults>;

/** The account whose session a request carries. */
export type AccountOf = (request: Request) => Promise<RequestAccount | undefined>;

/**
 * Bad luck by rules: on the wire, where answers are slow, failing, cut or stalled, and at the steps of the adapters,
 * which announce where they have them. A call meets the first rule that matches and strikes.
 */
export function createFaults() {
  const rules = createFaultRules();
  const announced = new Set<FaultStep>();

  const points: FaultPoints = {
    announce(step) {
      announced.add(step);
      return (kinds) => {
        const isMeant = ({ kind }: Rule) => kinds === undefined || (kinds as readonly string[]).includes(kind);
        const rule = rules.strike((match, candidate) => match.step === step && isMeant(candidate));
        return rule && ({ kind: rule.kind, ms: rule.ms ?? 0 } as StruckFault<typeof step>);
      };
    },
  };
  const transactionFault = points.announce('db.busy');

  async function strikeRequest(request: Request, accountOf: AccountOf): Promise<Rule | undefined> {
    const near = rules.all().filter(({ match }) => matchesHead(match, request));
    if (near.length === 0) return undefined;
    const facts = {
      body: near.some(({ match }) => match.body) ? await bodyOf(request) : undefined,
      account: near.some(({ match }) => match.account !== undefined) ? await accountOf(request) : undefined,
    };
    return rules.strike((match, rule) => near.includes(rule) && matchesFacts(match, facts));
  }

  return {
    ...points,
    ...{ list: rules.list, endWith: rules.endWith, clear: rules.clear, save: rules.save, load: rules.load },

    /** Steps that this server has. */
    announced: (): readonly FaultStep[] => [...announced],

    /** As the rules' own. Throws `request.invalid` for a step that this server has not. */
    set(faults: readonly Fault[], seed: number, isGoingOn = false): void {
      const fields: Record<string, string[]> = {};
      for (const [index, { match }] of faults.entries()) {
        if (match.step === undefined || announced.has(match.step)) continue;
        const sentence = `按现在的设置，服务没有用到这一步：${faultSteps[match.step].title}`;
        fields[`faults.${index}.match.step`] = [sentence];
      }
      if (Object.keys(fields).length > 0) throw new ProductError('request.invalid', { fields });
      rules.set(faults, seed, isGoingOn);
    },

    /** Lets the rules of `db.busy` strike; to be called when a transaction has begun. Rejects with SQLite's error. */
    atTransaction(): Promise<void> | undefined {
      const fault = transactionFault();
      return fault && strikeTransaction(fault);
    },

    /** Lets the rules about requests strike those that come after it. */
    middleware:
      (accountOf: AccountOf): RequestHandler =>
      async (request, response, next) => {
        // Without rules a request does not wait for the next turn.
        const rule = rules.all().length > 0 ? await strikeRequest(request, accountOf) : undefined;
        if (!rule) return next();
        response.locals.reason = `fault.${rule.kind}`;
        // A compressed answer comes in other pieces than it is written in.
        delete request.headers['accept-encoding'];
        if (rule.kind === 'reset') return void request.socket.destroy();
        if (rule.kind === 'status') return answerStatus(response, rule);
        if (rule.kind === 'latency') await setTimeout(rule.ms);
        else spoil(response, rule.kind, rule.ms ?? 0);
        next();
      },
  };
}

async function strikeTransaction({ kind, ms }: StruckFault<'db.busy'>): Promise<void> {
  if (kind === 'fail') throw Object.assign(new Error(faultWords('db.busy')), { code: 'SQLITE_BUSY' });
  await setTimeout(ms);
}
