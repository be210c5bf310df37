/** A kind of fault, in words for people. */
export interface FaultKind {
  title: string;
  /** Effect at the place where it strikes, as a Chinese clause. */
  does: string;
  /** True when `ms` of its rule says how long it takes. */
  isTimed?: true;
}

/** A step at which faults can strike, and the kinds it takes. */
export interface FaultStepWords {
  title: string;
  kinds: Readonly<Record<string, FaultKind>>;
}

/** Kinds of fault that strike a request on its way, or its answer. */
export const requestFaults = {
  latency: { title: '迟缓', does: '等 ms 毫秒，再照常处理', isTimed: true },
  status: { title: '返回错误', does: '不处理，直接答复 status，可指定 body 与 retryAfter（Retry-After 头）' },
  reset: { title: '断开连接', does: '不处理，直接断开连接' },
  truncated: { title: '答复截断', does: '照常处理，答复只到一半就断开' },
  drip: { title: '逐字答复', does: '照常处理，答复在 ms 毫秒里分小块到达；流式答复的每一块都是如此', isTimed: true },
  stall: { title: '答复停住', does: '照常处理，答复停在第一块，连接不断开' },
  no_done: { title: '流没有结束标记', does: '照常处理，流式答复少了最后的 [DONE]' },
} as const satisfies Record<string, FaultKind>;

const slow = { title: '迟缓', does: '等 ms 毫秒，再照常进行', isTimed: true } as const;

/** The internal steps at which a fault rule of the control plane can strike, with the kinds that each takes. */
export const faultSteps = {
  'engine.run': {
    title: '引擎运行一次任务',
    kinds: {
      fail: { title: '出错', does: '引擎自己出错' },
      refuse: { title: '拒绝', does: '引擎说这些图片和参数不能生成' },
      hang: { title: '没有回应', does: 'ms 毫秒里没有任何进展，然后按引擎的超时结束', isTimed: true },
      moderated: { title: '审核未过', does: '引擎的服务说描述或图片没有通过内容审核' },
      lose: { title: '丢失', does: '引擎忘了这次运行' },
      busy: { title: '繁忙', does: '引擎这时不接收更多工作' },
      quota: { title: '额度用完', does: '引擎的服务没有余额' },
      config: { title: '设置有误', does: '引擎的密钥、地址或模型不对' },
      slow,
      wrong_size: { title: '尺寸说错', does: '引擎说出的宽高是文件实际的两倍' },
      out_of_memory: { title: '内存不足', does: '运行它的处理线程因内存不足而中断' },
    },
  },
  'sms.send': {
    title: '发送短信',
    kinds: {
      fail: { title: '出错', does: '短信网关没有接收' },
      refuse: { title: '拒绝', does: '短信网关不给这个号码发送' },
      lose: { title: '丢失', does: '短信网关接收了，但短信没有送到' },
      slow,
    },
  },
  'mail.send': {
    title: '发送邮件',
    kinds: {
      fail: { title: '出错', does: '邮件服务器没有接收' },
      lose: { title: '丢失', does: '邮件服务器接收了，但邮件没有送到' },
      slow,
    },
  },
  'pay.query': {
    title: '向支付渠道查询订单',
    kinds: {
      fail: { title: '连不上', does: '渠道没有应答' },
      stale: { title: '结果滞后', does: '渠道说还没有付款，无论实际如何' },
      slow,
    },
  },
  'pay.notify': {
    title: '模拟支付渠道发出付款通知',
    kinds: {
      late: { title: '迟到', does: '通知晚 ms 毫秒发出，按产品的时钟', isTimed: true },
      twice: { title: '两次', does: '同一通知同时发出两次' },
      early: { title: '先于返回', does: '收银台先等通知得到应答，才让浏览器返回' },
      wrong_amount: { title: '金额不符', does: '通知的金额多一分，签名正确' },
      forged: { title: '伪造', does: '通知的签名不正确' },
    },
  },
  refund: {
    title: '请支付渠道退款',
    kinds: {
      fail: { title: '连不上', does: '渠道没有应答，也没有退款' },
      lose: { title: '应答丢失', does: '渠道退了款，应答没有收到' },
      processing: { title: '处理中', does: '渠道说稍后再问' },
      refuse: { title: '拒绝', does: '渠道不退这笔款' },
      slow,
    },
  },
  'blob.put': {
    title: '存入一个文件',
    kinds: {
      fail: { title: '读写出错', does: '磁盘出错（EIO）' },
      full: { title: '磁盘已满', does: '磁盘没有空间（ENOSPC）' },
      readonly: { title: '只读', does: '磁盘不能写入（EROFS）' },
      slow,
    },
  },
  'blob.get': {
    title: '取用一个已存的文件',
    kinds: {
      fail: { title: '读写出错', does: '磁盘出错（EIO）' },
      missing: { title: '文件不见了', does: '存储里没有这个文件' },
      slow,
    },
  },
  'db.busy': {
    title: '数据库开始一次写入',
    kinds: {
      fail: { title: '被占用', does: '这次尝试拿不到写锁；服务会重试，一次写入最多尝试五次' },
      slow,
    },
  },
  'chat.stream': {
    title: '对话模型回答一个问题',
    kinds: {
      fail: { title: '连不上', does: '模型没有应答' },
      break: { title: '中断', does: '说出第一段的一半后中断' },
      hang: { title: '不开口', does: 'ms 毫秒里没有一个字，然后按模型的超时结束', isTimed: true },
      limit: { title: '限流', does: '模型服务说太频繁' },
      refuse: { title: '拒绝', does: '模型服务的审核不让回答' },
      slow,
    },
  },
  'model.process': {
    title: '神经网络的进程',
    kinds: {
      dead: { title: '连不上', does: '运行网络的进程连不上，取用网络的作业一律如此' },
    },
  },
} as const satisfies Record<string, FaultStepWords>;

export type RequestFaultKind = keyof typeof requestFaults;
export type FaultStep = keyof typeof faultSteps;
export type StepFaultKind<S extends FaultStep> = keyof (typeof faultSteps)[S]['kinds'];

/** Fault that strikes a call. */
export interface StruckFault<S extends FaultStep> {
  kind: StepFaultKind<S>;
  /** Milliseconds; 0 for kinds that take no time. */
  ms: number;
}

/**
 * Draws the fault of the next call at a step, which counts the call; undefined when none strikes.
 * @param kinds only rules of these kinds are looked at, and only they count the call; all when absent
 */
export type FaultPoint<S extends FaultStep> = (kinds?: ReadonlyArray<StepFaultKind<S>>) => StruckFault<S> | undefined;

/** Injects faults into adapters, where they are wired. */
export interface FaultPoints {
  /** Announces that this server has the step, and returns how its faults are drawn. */
  announce<S extends FaultStep>(step: S): FaultPoint<S>;
}

/** The same adapter with one of its calls replaced; `change` is given the adapter's own call. */
export function withCall<T extends object, K extends keyof T>(adapter: T, name: K, change: (own: T[K]) => T[K]): T {
  return new Proxy(adapter, {
    get(target, asked) {
      const value: unknown = Reflect.get(target, asked);
      if (typeof value !== 'function') return value;
      const own: unknown = value.bind(target);
      return asked === name ? change(own as T[K]) : own;
    },
  });
}

/** Error message of every injected failure, for logs. */
export const faultWords = (step: FaultStep): string => `a fault was set at ${step}`;
