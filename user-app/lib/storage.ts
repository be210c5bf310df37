import { localStore } from '#shared/browser/stores';

/**
 * Every key the user app keeps in local storage, named once. Values are text; {@link readJson} and {@link writeJson}
 * keep lists and objects. Storage may be refused (private windows, full disk): then nothing is kept and nothing fails.
 */
export const storageKeys = {
  /** Removed at logout (docs/RULES.md R35). */
  userType: 'userType',
  userInfo: 'userInfo',
  /** The login's ticket resource, which logout DELETEs. */
  redirectUrl: 'redirectUrl',
  defaultCollect: 'defaultCollect',
  loginAccountId: 'loginAccountId',
  /** True when the login made the account: `true` or `false`. */
  isNew: 'isNew',
  /** Saved at login success. */
  phoneNo: 'phoneNo',
  inviteCode: 'inviteCode',
  temporarySubUuid: 'tempSubUuid',
  deviceUuid: 'uuid',
  /** Milliseconds since the epoch at which another code may be asked for. */
  codeResendAt: 'codeResendAt',
  emailCodeResendAt: 'emailCodeResendAt',
  /** The way in that was used last on this device. */
  loginWay: 'loginWay',
  /** Page number of the personal center that was seen last (docs/RULES.md R27), and the path it is of. */
  personalCenterPage: 'personalCenterPage',
  personalCenterPath: 'personalCenterPath',
  theme: 'theme',
  /** The notice that was shown last on this device, so that the next page leaves room for it from the start. */
  notice: 'notice',
  /** Notices that were put away on this device. */
  noticesPutAway: 'noticesPutAway',
  /** Pictures that no archive could have, by account, until they are tried again or dismissed. */
  failedDownloads: 'failedDownloads',
  /** Accounts, or `visitor`, that have met the tour in this browser. */
  guideSeen: 'guideSeen',
  recentTools: 'recentTools',
  favoriteTools: 'favoriteTools',
  /** Tools whose page this browser keeps as it was left; removed at logout. */
  keptTools: 'keptTools',
  maskEditorFormFolded: 'maskEditorFormFolded',
  /** Descriptions that were run on this device, by account and tool; removed at logout. */
  promptHistory: 'promptHistory',
  /** Questions that are being written, by account and conversation; removed at logout. */
  chatDrafts: 'chatDrafts',
  /** Views of building models that pictures were made of on this device; removed at logout. */
  buildingViews: 'buildingViews',
  /** Camera, sun and look that were chosen last, by account and building model; removed at logout. */
  buildingDrafts: 'buildingDrafts',
  /** Views that were kept by a name, by account and building model; removed at logout. */
  buildingSavedViews: 'buildingSavedViews',
  /** The model that was chosen last on this device. */
  chatModel: 'chatModel',
  /** Types and styles of forms that accounts starred and used last on this device. */
  choiceShelves: 'choiceShelves',
  /** Words that were searched for in the gallery on this device; removed at logout. */
  gallerySearches: 'gallerySearches',
  /** True when tasks that end in the background are announced: `on` or `off`. */
  runNotice: 'runNotice',
  runSound: 'runSound',
  /** Last payment method on this device. */
  payType: 'payType',
  /** Title, tax number and address of the last invoice asked for on this device. */
  invoiceTitle: 'invoiceTitle',
  /** Campaign parameters of the first visit (docs/RULES.md R29), sent as `source` with the login. */
  sourceKeyWord: 'keyWord',
  sourcePlan: 'plan',
  sourceSource: 'source',
  sourceUnit: 'unit',
} as const;
/** Begins the key of each tab's events that could not be sent yet. */
export const trackedEventsPrefix = 'trk:';
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

export function readText(key: StorageKey): string | undefined {
  try {
    return localStore.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeText(key: StorageKey, value: string): void {
  try {
    localStore.setItem(key, value);
  } catch {
    // Nothing depends on it being kept.
  }
}

export function removeKeys(...keys: StorageKey[]): void {
  try {
    for (const key of keys) localStore.removeItem(key);
  } catch {
    // As above.
  }
}

export function readJson(key: StorageKey): unknown {
  const text = readText(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeJson(key: StorageKey, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

export function readStrings(key: StorageKey): string[] {
  const value = readJson(key);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The account that was last seen logged in on this device, until its logout. */
export function accountOnDevice(): string | undefined {
  const user = readJson(storageKeys.userInfo) as { userId?: string } | null | undefined;
  return user?.userId;
}

/** The local device id (docs/RULES.md R28), generated if absent. */
export function deviceUuid(): string {
  const known = readText(storageKeys.deviceUuid);
  if (known) return known;
  // randomUUID exists only in secure contexts; a plain http address in an office network is not one.
  const made = crypto.randomUUID
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeText(storageKeys.deviceUuid, made);
  return made;
}
