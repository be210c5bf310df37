import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Account } from '#shared/contract/staff';
import { staffType } from './account-words.ts';
import type { PersonPart } from './person-part.ts';

export interface PersonSection {
  /** Last part of its address; empty for the first. */
  path: string;
  label: string;
  /** Whose right it takes. */
  resource: string;
  action: string;
  Part: LazyExoticComponent<ComponentType<PersonPart>>;
}

/** One of the parts that a file holds. */
const partOf = <K extends string>(load: () => Promise<Record<K, ComponentType<PersonPart>>>, name: K) =>
  lazy(() => load().then((parts) => ({ default: parts[name] })));
const lists = () => import('./person-lists.tsx');
const logins = () => import('./person-logins.tsx');
const holdings = () => import('./person-holdings.tsx');

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
  Part: partOf(lists, 'PersonAudit'),
};

const notes: PersonSection = {
  path: 'notes',
  label: '备注',
  resource: 'accountNotes',
  action: 'list',
  Part: lazy(() => import('./person-notes.tsx')),
};

const ofUsers: readonly PersonSection[] = [
  overview,
  notes,
  {
    path: 'sessions',
    label: '登录',
    resource: 'accountSessions',
    action: 'list',
    Part: partOf(logins, 'PersonSessions'),
  },
  { path: 'devices', label: '设备', resource: 'accountDevices', action: 'list', Part: partOf(logins, 'PersonDevices') },
  { path: 'tasks', label: '任务', resource: 'tasks', action: 'list', Part: partOf(lists, 'PersonTasks') },
  { path: 'lots', label: '券批次', resource: 'ticketLots', action: 'list', Part: partOf(holdings, 'PersonLots') },
  { path: 'ledger', label: '券流水', resource: 'tickets', action: 'list', Part: partOf(lists, 'PersonLedger') },
  {
    path: 'periods',
    label: '会员时段',
    resource: 'membershipPeriods',
    action: 'list',
    Part: partOf(holdings, 'PersonPeriods'),
  },
  { path: 'orders', label: '订单', resource: 'orders', action: 'list', Part: partOf(lists, 'PersonOrders') },
  { path: 'refunds', label: '退款', resource: 'refunds', action: 'list', Part: partOf(lists, 'PersonRefunds') },
  { path: 'invoices', label: '发票', resource: 'invoices', action: 'list', Part: partOf(lists, 'PersonInvoices') },
  { path: 'consents', label: '协议', resource: 'consents', action: 'list', Part: partOf(holdings, 'PersonConsents') },
  audit,
];

/** Sections of an account's page; members of staff buy and draw nothing. */
export function sectionsOf({ userType }: Account): readonly PersonSection[] {
  return userType === staffType ? [overview, notes, audit] : ofUsers;
}
