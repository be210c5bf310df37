import type { CustomRequest } from '#shared/contract/order';
import type { CustomWishes } from '../../data/custom-request';

export const needWords: Record<CustomWishes['need'], string> = {
  private: '私有部署',
  seats: '企业席位',
  training: '专属风格训练',
  api: 'API',
};

/** State of a request and the next step, in Chinese words. */
export const statusWords: Record<CustomRequest['status'], readonly [state: string, next: string]> = {
  received: ['已受理', '商务会在 1 个工作日内打电话给联系人。'],
  contacted: ['已联系', '正在确认需求，之后给出方案和报价。'],
  quoted: ['已报价', '报价已发给联系人，等待确认。'],
  won: ['已签约', '正在安排实施。'],
  closed: ['已结束', '如需重新沟通，可以再提交一次。'],
};

/** The need of a request as the server keeps it; what this page does not know is shown as it is. */
export function needText(need: string): string {
  return need in needWords ? needWords[need as CustomWishes['need']] : need;
}
