import { type Setting, settingGroups, settingSources } from '#shared/contract/setting-desk';
import { settingGroupLabels, settingSourceLabels } from '#shared/domain/console-words';

export const groupWord = (group: Setting['group']) => settingGroupLabels[group];

export const sourceWord = (source: Setting['source']) => settingSourceLabels[source];

export const groupChoices = settingGroups.map((value) => ({ value, label: settingGroupLabels[value] }));

export const sourceChoices = settingSources.map((value) => ({ value, label: settingSourceLabels[value] }));
