import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Account } from '#shared/contract/staff';
import { staffType } from './account-words.ts';

export interface PersonPart {
  account: Account;
}

export interface PersonSection {
  /** Last part of its address; empty for the first. */
  path: string;
  label: string;
  /** Whose right it takes. */
  resource: string;
  action: string;
  Part: LazyExoticComponent<ComponentType<PersonPart>>;
}

type Lists = typeof import('./person-lists.tsx');
const listOf = (name: keyof Lists) =>
  lazy(() => import('./person-lists.tsx').then((lists) => ({ default: lists[name] })));

const overview: PersonSection = {
  path: '',
  label: '概览',
  resource: 'account',
  action: 'show',
  Part: lazy(() => import('./person-overview.tsx')),
};
const audit: PersonSection = {
  path: 'audit',
  label: '审计',
  resource: 'audit',
  action: 'list',
  Part: listOf('PersonAudit'),
};

const ofUsers: readonly PersonSection[] = [
  overview,
  { path: 'tasks', label: '任务', resource: 'tasks', action: 'list', Part: listOf('PersonTasks') },
  { path: 'ledger', label: '券流水', resource: 'tickets', action: 'list', Part: listOf('PersonLedger') },
  { path: 'orders', label: '订单', resource: 'orders', action: 'list', Part: listOf('PersonOrders') },
  { path: 'refunds', label: '退款', resource: 'refunds', action: 'list', Part: listOf('PersonRefunds') },
  { path: 'invoices', label: '发票', resource: 'invoices', action: 'list', Part: listOf('PersonInvoices') },
  audit,
];

/** What there is to see of an account; members of staff buy and draw nothing. */
export function sectionsOf({ userType }: Account): readonly PersonSection[] {
  return userType === staffType ? [overview, audit] : ofUsers;
}
