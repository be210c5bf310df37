import { type Setting, settingGroups, settingSources } from '#shared/contract/setting-desk';

export const settingsPath = '/settings';

const groupWords: Record<Setting['group'], string> = {
  limit: '限额',
  engine: '工具的引擎',
  words: '词表',
  environment: '环境变量',
};

export const groupWord = (group: Setting['group']) => groupWords[group];

const sourceWords: Record<Setting['source'], string> = {
  default: '默认值',
  environment: '环境变量',
  file: '文件',
  console: '控制台',
};

export const sourceWord = (source: Setting['source']) => sourceWords[source];

export const groupChoices = settingGroups.map((value) => ({ value, label: groupWords[value] }));

export const sourceChoices = settingSources.map((value) => ({ value, label: sourceWords[value] }));
