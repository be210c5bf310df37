/**
 * The error catalogue: every failure the product answers with. `reason` is the stable name clients and tests rely on;
 * `code` is the same fact as an integer for the envelope's `code` and `errorCode`; `status` is the HTTP status;
 * `sentence` is what people read, with `{name}` places filled by the thrower.
 */
export interface ErrorEntry {
  code: number;
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 501 | 503;
  sentence: string;
}

export const errorCatalogue = {
  'request.malformed': { code: 1000, status: 400, sentence: '请求格式不正确，请刷新页面后重试' },
  'request.invalid': { code: 1001, status: 422, sentence: '填写的内容有误，请检查后重试' },
  'request.too_large': { code: 1002, status: 413, sentence: '提交的内容过大' },
  'request.media_type': { code: 1003, status: 415, sentence: '不支持这种提交格式' },
  'request.not_found': { code: 1004, status: 404, sentence: '没有这个接口' },
  'request.method': { code: 1005, status: 405, sentence: '这个接口不支持该请求方式' },
  'request.foreign_origin': { code: 1006, status: 403, sentence: '已拒绝来自其他网站的请求' },
  'request.too_often': { code: 1007, status: 429, sentence: '操作太频繁，请 {seconds} 秒后再试' },
  'server.internal': { code: 1100, status: 500, sentence: '服务出错了，请稍后重试，并把请求编号告诉客服' },
  not_built: { code: 1101, status: 501, sentence: '这项功能在当前版本中还不可用' },
  'server.not_ready': { code: 1102, status: 503, sentence: '服务正在启动或停止，请稍后重试' },
  'server.storage_full': { code: 1103, status: 503, sentence: '服务器存储空间不足，请联系管理员' },

  'auth.required': { code: 2000, status: 401, sentence: '请先登录' },
  'auth.forbidden': { code: 2001, status: 403, sentence: '没有权限进行此操作' },
  'auth.banned': { code: 2002, status: 403, sentence: '账号已被停用：{why}' },
  'auth.agreement_required': { code: 2003, status: 422, sentence: '请先阅读并同意用户协议和隐私政策' },
  'phone.invalid': { code: 2010, status: 422, sentence: '手机号格式不正确' },
  'sms.too_often': { code: 2020, status: 429, sentence: '发送太频繁，请 {seconds} 秒后再试' },
  'sms.hourly_limit': { code: 2021, status: 429, sentence: '该手机号一小时内获取验证码次数过多，请稍后再试' },
  'sms.daily_limit': { code: 2022, status: 429, sentence: '该手机号今日获取验证码次数已用完，请明天再试' },
  'sms.address_limit': { code: 2023, status: 429, sentence: '当前网络获取验证码次数过多，请稍后再试' },
  'sms.failed': { code: 2024, status: 503, sentence: '短信发送失败，请稍后重试' },
  'code.malformed': { code: 2030, status: 422, sentence: '请输入6位验证码' },
  'code.wrong': { code: 2031, status: 422, sentence: '验证码错误，还可尝试{left}次' },
  'code.expired': { code: 2032, status: 422, sentence: '验证码已过期，请重新获取' },
  'code.void': { code: 2033, status: 422, sentence: '验证码错误次数过多，请重新获取' },
  'invite.unknown': { code: 2040, status: 422, sentence: '邀请码不存在' },
  'staff.wrong_password': { code: 2050, status: 422, sentence: '账号或密码错误，还可尝试{left}次' },
  'staff.locked': { code: 2051, status: 429, sentence: '密码错误次数过多，账号已锁定，请 {minutes} 分钟后再试' },

  'account.not_found': { code: 2100, status: 404, sentence: '账号不存在' },
  'account.phone_taken': { code: 2101, status: 409, sentence: '该手机号已被其他账号使用' },
  'account.name_taken': { code: 2102, status: 409, sentence: '该登录名已被使用' },
  'account.changed_meanwhile': { code: 2103, status: 409, sentence: '该账号刚被其他人修改，请刷新后重试' },
  'account.last_admin': { code: 2104, status: 409, sentence: '不能停用或删除最后一个管理员' },

  'upload.missing': { code: 3000, status: 400, sentence: '没有收到图片，请重新选择' },
  'upload.too_large': { code: 3001, status: 413, sentence: '图片不能超过{megabytes}MB' },
  'upload.not_an_image': { code: 3002, status: 415, sentence: '文件不是 JPG、PNG 或 WebP 图片' },
  'upload.broken': { code: 3003, status: 422, sentence: '图片已损坏，无法读取' },
  'upload.too_many_pixels': { code: 3004, status: 422, sentence: '图片尺寸过大，每边不能超过{side}像素' },
  'upload.too_small': { code: 3005, status: 422, sentence: '图片尺寸过小，至少{side}像素' },
  'upload.bad_ratio': { code: 3006, status: 422, sentence: '图片过长或过宽，长宽比不能超过4:1' },
  'upload.aborted': { code: 3007, status: 400, sentence: '上传已中断' },
  'upload.quota': { code: 3008, status: 429, sentence: '今日上传数量已达上限，请明天再试' },
  'image.not_found': { code: 3100, status: 404, sentence: '图片不存在或已被删除' },
  'image.bad_resize': { code: 3101, status: 422, sentence: '图片缩放参数不正确' },

  'ticket.short': { code: 4000, status: 409, sentence: '{kind}不足，需要 {needed} 张，剩余 {left} 张' },

  'tool.unknown': { code: 5000, status: 404, sentence: '没有这个工具' },
  'tool.no_engine': { code: 5001, status: 409, sentence: '当前没有可以运行「{title}」的引擎' },
  'task.params': { code: 5010, status: 422, sentence: '生成参数有误：{detail}' },
  'task.not_found': { code: 5011, status: 404, sentence: '任务不存在或已被删除' },
  'task.too_many': {
    code: 5012,
    status: 429,
    sentence: '{plan}最多同时生成 {running} 个、排队 {queued} 个任务，请等前面的完成后再提交',
  },
  'task.client_key_reused': { code: 5013, status: 409, sentence: '同一请求编号已用于另一个任务，请重新提交' },
  'task.member_only': { code: 5015, status: 403, sentence: '{size} 为会员功能，请选择标清或开通会员' },
  'task.still_running': { code: 5014, status: 409, sentence: '任务仍在进行，请先取消' },
  'task.not_in_bin': { code: 5016, status: 409, sentence: '请先把作品移到回收站，再彻底删除' },
  'project.not_found': { code: 5200, status: 404, sentence: '项目不存在或已被删除' },
  'project.name_taken': { code: 5201, status: 409, sentence: '已有名为「{name}」的项目' },
  'project.too_many': { code: 5202, status: 409, sentence: '项目最多 {limit} 个，请先删除不用的项目' },
  'project.bad_cover': { code: 5203, status: 422, sentence: '封面只能选自己的图片' },
  'works.bad_cursor': { code: 5210, status: 422, sentence: '列表位置已失效，请刷新后重试' },
  'works.bad_period': { code: 5211, status: 422, sentence: '开始日期不能晚于结束日期' },
  'works.nothing_chosen': { code: 5212, status: 422, sentence: '请先选择作品' },
  'works.too_many': { code: 5213, status: 422, sentence: '一次最多选择 {limit} 个作品' },
  'download.empty': { code: 5220, status: 422, sentence: '所选作品里没有可以下载的文件' },
  'download.too_many': { code: 5221, status: 422, sentence: '一次最多打包 {limit} 个文件，请分批下载' },
  'download.too_large': {
    code: 5222,
    status: 413,
    sentence: '所选文件共 {megabytes} MB，一次最多打包 {limit} MB，请分批下载',
  },
  'segment.nothing_marked': { code: 5020, status: 422, sentence: '请先点选要选择的区域' },
  'segment.outside': { code: 5021, status: 422, sentence: '点选的位置超出了图片范围' },
  'segment.scene_and_points': { code: 5022, status: 422, sentence: '自动识别天空、地面或窗户时不能同时点选或框选' },
  'live.ended': { code: 5030, status: 404, sentence: '实时会话已结束，请重新开始' },
  'live.taken_over': { code: 5031, status: 409, sentence: '已在另一个窗口开始实时渲染' },
  'live.superseded': { code: 5032, status: 409, sentence: '这一帧已被更新的一帧取代' },
  'live.bad_size': { code: 5033, status: 422, sentence: '画布每边应在 {least} 到 {most} 像素之间' },
  'engine.failed': { code: 5100, status: 500, sentence: '生成失败，券已退回，请重试' },
  'engine.refused': { code: 5101, status: 422, sentence: '{sentence}' },
  'engine.live_failed': { code: 5103, status: 503, sentence: '这一帧没有画成，请再试一次' },
  'engine.timeout': { code: 5102, status: 503, sentence: '生成超时，券已退回，请重试' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorReason = keyof typeof errorCatalogue;

/** A failure with its place in the catalogue. Thrown by services, answered by `http/errors.ts`, rebuilt by the client. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly reason: ErrorReason;
  readonly code: number;
  readonly status: number;
  /** Sentences per field at fault, for forms. */
  readonly fields: Readonly<Record<string, string[]>> | undefined;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    reason: ErrorReason,
    details: {
      fill?: Record<string, string | number>;
      fields?: Record<string, string[]>;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    const entry = errorCatalogue[reason];
    super(
      fillSentence(entry.sentence, details.fill ?? {}),
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.reason = reason;
    this.code = entry.code;
    this.status = entry.status;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }
}

function fillSentence(sentence: string, fill: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(fill[name] ?? place));
}
