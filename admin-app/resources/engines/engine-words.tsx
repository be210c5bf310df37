import type { EngineHealth } from '#shared/contract/engine-desk';
import { statusWords } from '../../ui/status-words.tsx';

export const enginesPath = '/engines';

export const engineState = statusWords<EngineHealth['state']>({
  ok: ['正常', 'success'],
  failing: ['最近失败', 'danger'],
  unavailable: ['不可用', 'danger'],
  off: ['未开通', 'quiet'],
});

const kindWords: Record<EngineHealth['kind'], string> = {
  render: '渲染引擎',
  chat: '对话模型',
  sms: '短信',
  email: '邮件',
  payment: '支付',
  qrLogin: '扫码登录',
};

export const kindWord = (kind: EngineHealth['kind']) => kindWords[kind];
export const kindChoices = Object.entries(kindWords).map(([value, label]) => ({ value, label }));

export const sourceWords: Record<string, string> = {
  default: '默认值',
  environment: '环境变量',
  file: '文件',
  console: '控制台',
};

/** `3.2%`; an em dash where nothing was called. */
export const shareWords = (share: number | null) => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);
