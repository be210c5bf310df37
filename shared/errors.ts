/**
 * The error catalogue: every failure the product answers with. `reason` is the stable name clients and tests rely on;
 * `code` is the same fact as an integer for the envelope's `code` and `errorCode`; `status` is the HTTP status;
 * `sentence` is what people read, with `{name}` places filled by the thrower.
 */
export interface ErrorEntry {
  code: number;
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 501 | 503;
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
  'request.client_key_reused': {
    code: 1008,
    status: 409,
    sentence: '之前的提交已经生效，内容与这次不同，请刷新核对后再操作',
  },
  'request.foreign_host': {
    code: 1009,
    status: 403,
    sentence: '本站不在这个网址提供服务；如果您是管理员，请把它的域名加入设置 ALLOWED_HOSTS',
  },
  'query.unsupported': { code: 1010, status: 400, sentence: '列表不支持这样查询：{name}' },
  'record.not_found': { code: 1012, status: 404, sentence: '没有这条记录' },
  'export.too_long': { code: 1011, status: 422, sentence: '一张表格最多 {most} 行，请缩小范围，或导出 CSV' },
  'import.unreadable': { code: 1013, status: 422, sentence: '{sentence}' },
  'import.too_long': { code: 1014, status: 422, sentence: '一个文件最多 {most} 行，请分成几个文件' },
  'import.too_many_changes': {
    code: 1015,
    status: 422,
    sentence: '一次最多新建和修改 {most} 条，请分成几个文件',
  },
  'change.not_found': { code: 1020, status: 404, sentence: '没有这次操作的记录' },
  'change.reverted': { code: 1021, status: 409, sentence: '这次操作已经撤销过了' },
  'change.too_late': { code: 1022, status: 409, sentence: '操作 10 分钟后不能再撤销，请直接修改' },
  'change.drifted': {
    code: 1023,
    status: 409,
    sentence: '撤销前，其中的内容又有了变化；什么都没有改动，请核对后直接修改',
  },
  'audit.not_found': { code: 1024, status: 404, sentence: '没有这条审计记录' },
  'view.not_found': { code: 1030, status: 404, sentence: '没有这个视图，可能已经删除' },
  'view.changed_meanwhile': { code: 1031, status: 409, sentence: '视图刚被其他人修改，请刷新后重试' },
  'view.too_many': { code: 1032, status: 409, sentence: '最多保存 {most} 个视图，请先删除不用的' },
  'server.internal': { code: 1100, status: 500, sentence: '服务出错了，请稍后重试，并把请求编号告诉客服' },
  not_built: { code: 1101, status: 501, sentence: '这项功能在当前版本中还不可用' },
  'server.not_ready': { code: 1102, status: 503, sentence: '服务正在启动或停止，请稍后重试' },
  'server.storage_full': { code: 1103, status: 503, sentence: '服务器存储空间不足，请联系管理员' },
  'server.storage_readonly': { code: 1104, status: 503, sentence: '服务器存储目前不能写入，请联系管理员' },
  'server.storage_broken': { code: 1105, status: 503, sentence: '服务器存储读写出错，请联系管理员' },

  'auth.required': { code: 2000, status: 401, sentence: '请先登录' },
  'auth.forbidden': { code: 2001, status: 403, sentence: '没有权限进行此操作' },
  'auth.banned': { code: 2002, status: 403, sentence: '账号已被{what}：{why}' },
  'auth.agreement_required': { code: 2003, status: 422, sentence: '请先阅读并同意用户协议和隐私政策' },
  'phone.invalid': { code: 2010, status: 422, sentence: '手机号格式不正确' },
  'sms.too_often': { code: 2020, status: 429, sentence: '发送太频繁，请 {seconds} 秒后再试' },
  'sms.hourly_limit': { code: 2021, status: 429, sentence: '该手机号一小时内获取验证码次数过多，请稍后再试' },
  'sms.daily_limit': { code: 2022, status: 429, sentence: '该手机号今日获取验证码次数已用完，请明天再试' },
  'sms.address_limit': { code: 2023, status: 429, sentence: '当前网络获取验证码次数过多，请稍后再试' },
  'sms.failed': { code: 2024, status: 503, sentence: '短信发送失败，请稍后重试' },
  'sms.number_refused': {
    code: 2025,
    status: 409,
    sentence: '短信服务商暂时不向该手机号发送短信，请过一小时再试，或换一个手机号',
  },
  'code.malformed': { code: 2030, status: 422, sentence: '请输入6位验证码' },
  'code.wrong': { code: 2031, status: 422, sentence: '验证码错误，还可尝试{left}次' },
  'code.expired': { code: 2032, status: 422, sentence: '验证码已过期，请重新获取' },
  'code.void': { code: 2033, status: 422, sentence: '验证码错误次数过多，请重新获取' },
  'invite.unknown': { code: 2040, status: 422, sentence: '邀请码不存在' },
  'staff.wrong_password': { code: 2050, status: 422, sentence: '账号或密码错误，还可尝试{left}次' },
  'staff.totp_needed': { code: 2052, status: 401, sentence: '请输入身份验证器上的 6 位动态码' },
  'staff.totp_wrong': { code: 2053, status: 422, sentence: '动态码不正确或已经用过' },
  'staff.factor_on': { code: 2054, status: 409, sentence: '两步验证已经开启' },
  'staff.factor_off': { code: 2055, status: 409, sentence: '还没有开启两步验证' },
  'staff.factor_needed': { code: 2056, status: 422, sentence: '您的角色必须使用两步验证，不能关闭' },
  'staff.setup_needed': { code: 2057, status: 403, sentence: '请先在「我的安全」里完成：{what}' },
  'staff.wrong_own_password': { code: 2058, status: 422, sentence: '当前密码不正确' },
  'staff.session_not_found': { code: 2059, status: 404, sentence: '这处登录已经退出' },
  'staff.own_door': { code: 2060, status: 422, sentence: '自己的登录请在「我的安全」里处理' },
  'staff.own_factor_first': { code: 2061, status: 422, sentence: '请先为自己开启两步验证，再要求这个角色使用' },
  'staff.locked': {
    code: 2051,
    status: 429,
    sentence: '密码错误次数过多，当前网络暂时不能登录这个账号，请 {minutes} 分钟后再试',
  },

  'account.not_found': { code: 2100, status: 404, sentence: '账号不存在' },
  'account.phone_taken': { code: 2101, status: 409, sentence: '该手机号已被其他账号使用' },
  'account.name_taken': { code: 2102, status: 409, sentence: '该登录名已被使用' },
  'account.changed_meanwhile': { code: 2103, status: 409, sentence: '该账号刚被其他人修改，请刷新后重试' },
  'pending.not_found': { code: 2120, status: 404, sentence: '没有这项待批准的修改' },
  'pending.not_waiting': { code: 2121, status: 409, sentence: '这项修改已经处理或过期' },
  'pending.same_person': { code: 2122, status: 403, sentence: '自己提出的修改要由另一人批准' },
  'pending.stale': { code: 2123, status: 409, sentence: '提出之后账号又有改动，请驳回后重新提出' },
  'merge.same': { code: 2185, status: 422, sentence: '两个账号是同一个，请重新选择' },
  'merge.blocked': { code: 2186, status: 409, sentence: '现在不能合并：{why}' },
  'personal.not_a_customer': { code: 2180, status: 409, sentence: '员工账号不在此办理，请由管理员处理' },
  'personal.already_requested': { code: 2181, status: 409, sentence: '已有一份等待执行的删除申请' },
  'personal.none_waiting': { code: 2182, status: 409, sentence: '没有等待执行的删除申请，可能已经撤回或执行' },
  'impersonation.not_a_customer': { code: 2190, status: 409, sentence: '只能以用户的身份查看，员工账号不可以' },
  'impersonation.link_used': {
    code: 2191,
    status: 404,
    sentence: '这个链接已用过、已过期，或不是由您打开的，请重新生成',
  },
  'impersonation.read_only': { code: 2192, status: 403, sentence: '正在以只读方式查看，不能进行这个操作' },
  'impersonation.private': { code: 2193, status: 403, sentence: '这项内容只供用户本人取用，只读查看时不提供' },
  'account.search_guessing': {
    code: 2110,
    status: 429,
    sentence: '这样的手机号已试过 {most} 个不同的完整号码，不能再试；请让能查看完整手机号的同事核对',
  },
  'account.avatar_unfit': {
    code: 2106,
    status: 422,
    sentence: '头像应是不超过 32 KB 的正方形 JPG 图片',
  },
  'note.not_found': { code: 2130, status: 404, sentence: '没有这条备注，可能已经删除' },
  'note.not_own': { code: 2131, status: 403, sentence: '只能修改自己写的备注' },
  'note.changed_meanwhile': { code: 2132, status: 409, sentence: '这条备注刚被修改，请刷新后重试' },
  'account.last_admin': { code: 2104, status: 409, sentence: '不能停用或删除最后一个管理员' },

  'upload.missing': { code: 3000, status: 400, sentence: '没有收到图片，请重新选择' },
  'upload.too_large': { code: 3001, status: 413, sentence: '图片不能超过{megabytes}MB' },
  'upload.not_an_image': { code: 3002, status: 415, sentence: '文件不是 {formats}' },
  'upload.broken': { code: 3003, status: 422, sentence: '图片已损坏，无法读取' },
  'upload.too_many_pixels': { code: 3004, status: 422, sentence: '图片尺寸过大，每边不能超过{side}像素' },
  'upload.too_small': { code: 3005, status: 422, sentence: '图片尺寸过小，至少{side}像素' },
  'upload.bad_ratio': { code: 3006, status: 422, sentence: '图片过长或过宽，长宽比不能超过4:1' },
  'upload.aborted': { code: 3007, status: 400, sentence: '上传已中断' },
  'upload.quota': { code: 3008, status: 429, sentence: '今日上传数量已达上限，请明天再试' },
  'upload.export_instead': { code: 3009, status: 415, sentence: '{sentence}' },
  'upload.not_converted': {
    code: 3010,
    status: 422,
    sentence: '这份 {format} 读不出来：文件已损坏，或用了少见的编码，请另存为 PNG 或 JPG 后再上传',
  },
  'upload.too_hard': {
    code: 3011,
    status: 422,
    sentence: '这份 {format} 太复杂，{seconds} 秒内没有转换完，请另存为 PNG 或 JPG 后再上传',
  },
  'upload.pdf_locked': {
    code: 3012,
    status: 422,
    sentence: '这份 PDF 有密码，请先解除密码，或把要用的那一页存成图片后再上传',
  },
  'upload.no_such_page': { code: 3013, status: 422, sentence: '这份 PDF 共 {pages} 页，没有第 {page} 页' },
  'image.not_found': { code: 3100, status: 404, sentence: '图片不存在或已被删除' },
  'image.not_made': { code: 3102, status: 503, sentence: '图片暂时无法处理，请稍后重试' },
  'image.bad_resize': { code: 3101, status: 422, sentence: '图片缩放参数不正确' },

  'account.email_taken': { code: 2105, status: 409, sentence: '该邮箱已被其他账号使用' },

  'login.switched_off': { code: 2200, status: 403, sentence: '本站没有开放这种登录方式，请用手机号登录' },
  'login.wrong_password': { code: 2201, status: 422, sentence: '账号或密码错误，还可尝试{left}次' },
  'login.locked': {
    code: 2202,
    status: 429,
    sentence: '密码错误次数过多，当前网络暂时不能登录这个账号，请 {minutes} 分钟后再试',
  },
  'login.busy': { code: 2203, status: 503, sentence: '正在登录的人太多，请 {seconds} 秒后再试' },
  'email.hourly_limit': { code: 2210, status: 429, sentence: '该邮箱一小时内获取验证码次数过多，请稍后再试' },
  'email.daily_limit': { code: 2211, status: 429, sentence: '该邮箱今日获取验证码次数已用完，请明天再试' },
  'email.failed': { code: 2212, status: 503, sentence: '邮件发送失败，请稍后重试' },
  'scan.unavailable': { code: 2300, status: 503, sentence: '暂时取不到微信二维码，请稍后重试或用手机号登录' },
  'scan.not_found': { code: 2301, status: 404, sentence: '二维码已失效，请刷新二维码' },
  'scan.bad_signature': { code: 2302, status: 403, sentence: '签名不正确' },
  'scan.phone_has_account': { code: 2303, status: 409, sentence: '该手机号已有账号，确认后将把此微信绑定到该账号' },
  'scan.phone_bound_elsewhere': { code: 2304, status: 409, sentence: '该手机号的账号已绑定另一个微信，请换一个手机号' },
  'cas.refused': { code: 2400, status: 401, sentence: '{why}' },
  'cas.unknown_ticket': { code: 2401, status: 404, sentence: '登录票据不存在或已失效' },
  'cas.service_not_allowed': { code: 2402, status: 400, sentence: '不允许的服务地址' },

  'product.not_found': { code: 6000, status: 404, sentence: '商品不存在' },
  'product.off_shelf': { code: 6001, status: 409, sentence: '「{title}」已下架，请选择其他商品' },
  'product.limit': { code: 6002, status: 409, sentence: '「{title}」每个手机号限购 {limit} 次' },
  'product.quantity': { code: 6003, status: 422, sentence: '「{title}」一次最多购买 {most} 份' },
  'product.no_upgrade': { code: 6004, status: 409, sentence: '现在的套餐没有可以补差价升级的时间，请直接购买' },
  'product.changed_meanwhile': { code: 6005, status: 409, sentence: '刚被其他人修改，请刷新后重试' },
  'product.endless': { code: 6006, status: 409, sentence: '您的套餐长期有效，不用再购买「{title}」' },
  'product.unusable': { code: 6007, status: 409, sentence: '「{title}」现在没有可用的地方，暂不出售' },
  'order.not_found': { code: 6100, status: 404, sentence: '订单不存在' },
  'order.note_changed_meanwhile': {
    code: 6107,
    status: 409,
    sentence: '备注刚被其他人改为「{note}」，再保存会覆盖',
  },
  'order.not_open': { code: 6101, status: 409, sentence: '订单{status}，不能再支付或取消' },
  'order.confirming': { code: 6102, status: 409, sentence: '上一笔订单正在向支付渠道确认，请稍后再试' },
  'order.too_many': { code: 6103, status: 429, sentence: '待支付的订单过多，请先支付或取消' },
  'order.bad_cursor': { code: 6104, status: 422, sentence: '列表位置已失效，请刷新后重试' },
  'order.not_refundable': { code: 6105, status: 409, sentence: '{why}' },
  'order.not_invoiceable': { code: 6106, status: 409, sentence: '{why}' },
  'payment.no_channel': { code: 6200, status: 409, sentence: '本站没有开通{channel}' },
  'payment.unavailable': { code: 6201, status: 503, sentence: '暂时连不上支付渠道，没有产生扣款，请稍后重试' },
  'payment.provider_gone': { code: 6204, status: 409, sentence: '这笔订单的支付渠道已停用，重新启用后才能查询或退款' },
  'payment.refused_notification': { code: 6202, status: 400, sentence: '通知校验失败' },
  'payment.difference_not_found': { code: 6203, status: 404, sentence: '差异记录不存在' },
  'refund.not_found': { code: 6300, status: 404, sentence: '退款单不存在' },
  'refund.not_waiting': { code: 6301, status: 409, sentence: '这笔退款已经处理' },
  'refund.same_person': { code: 6302, status: 403, sentence: '超过 500 元的退款须由另一人批准' },
  'refund.not_rejectable': { code: 6304, status: 409, sentence: '{why}' },
  'refund.too_much': { code: 6303, status: 422, sentence: '最多可退 {most}' },
  'invoice.not_found': { code: 6400, status: 404, sentence: '发票申请不存在' },
  'invoice.not_waiting': { code: 6401, status: 409, sentence: '这份发票申请已经处理' },
  'invoice.tax_no': { code: 6402, status: 422, sentence: '请填写正确的税号：15、17、18 或 20 位大写字母和数字' },
  'invoice.incomplete': { code: 6403, status: 422, sentence: '开具须填写发票号码，驳回须写明理由' },
  'redeem.unknown': { code: 6500, status: 404, sentence: '兑换码不存在，请检查后重试' },
  'redeem.used': { code: 6501, status: 409, sentence: '兑换码已被使用' },
  'redeem.expired': { code: 6502, status: 409, sentence: '兑换码已过期或已停用' },
  'redeem.too_many_tries': { code: 6503, status: 429, sentence: '输错次数过多，请一小时后再试' },
  'redeem.gives_nothing': { code: 6504, status: 422, sentence: '请填写兑换的券，或套餐和天数' },
  'custom.not_found': { code: 6600, status: 404, sentence: '没有找到这份需求，请检查受理编号和手机号' },

  'ticket.bad_cursor': { code: 4001, status: 422, sentence: '列表位置已失效，请刷新后重试' },
  'ticket.nobody': { code: 4009, status: 422, sentence: '名单里没有可以赠送的账号' },
  'ticket.daily_ceiling': {
    code: 4002,
    status: 409,
    sentence: '今天最多还能赠送 {left} 张，请明天再试或请管理员处理',
  },
  'redeem.batch_ceiling': {
    code: 6505,
    status: 422,
    sentence: '一批兑换码最多值 {most} 张券，这一批共 {worth} 张，请减少个数、次数或每个的券数',
  },
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
  'task.engine': { code: 5017, status: 422, sentence: '引擎「{engine}」不存在或不能运行「{title}」，请改选其他引擎' },
  'task.not_failed': { code: 5018, status: 409, sentence: '只有失败且未被用户删除的任务可以重做' },
  'task.not_waiting': { code: 5019, status: 409, sentence: '任务不在排队，不能调整次序' },
  'task.unsuitable_picture': { code: 5024, status: 422, sentence: '{sentence}' },
  'task.ended': { code: 5023, status: 409, sentence: '任务已经结束，不能取消' },
  'task.not_in_bin': { code: 5016, status: 409, sentence: '请先把作品移到回收站，再彻底删除' },
  'project.not_found': { code: 5200, status: 404, sentence: '项目不存在或已被删除' },
  'project.name_taken': { code: 5201, status: 409, sentence: '已有名为「{name}」的项目' },
  'project.too_many': { code: 5202, status: 409, sentence: '项目最多 {limit} 个，请先删除不用的项目' },
  'project.bad_cover': { code: 5203, status: 422, sentence: '封面只能选自己的图片' },
  'share.not_found': { code: 5260, status: 404, sentence: '没有这个分享链接' },
  'share.ended': { code: 5261, status: 410, sentence: '这个分享链接已失效，请向分享的人要一个新的' },
  'share.not_a_result': { code: 5262, status: 422, sentence: '只能分享生成的图片，请从结果里选一张' },
  'share.too_many': { code: 5263, status: 409, sentence: '有效的分享链接最多 {limit} 个，请先结束不用的' },
  'share.bad_cursor': { code: 5264, status: 422, sentence: '列表位置已失效，请刷新后重试' },
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
  'gallery.bad_cursor': { code: 5300, status: 422, sentence: '列表位置已失效，请刷新后重试' },
  'gallery.picture_not_found': { code: 5301, status: 404, sentence: '图片不存在或已被移除' },
  'gallery.set_not_found': { code: 5302, status: 404, sentence: '图集不存在或已被删除' },
  'gallery.folder_not_found': { code: 5303, status: 404, sentence: '收藏夹不存在或已被删除' },
  'gallery.case_not_found': { code: 5304, status: 404, sentence: '案例不存在或已下架' },
  'gallery.author_not_found': { code: 5305, status: 404, sentence: '没有这个用户' },
  'gallery.already_published': { code: 5306, status: 409, sentence: '这张图已经在图库里' },
  'gallery.no_such_category': { code: 5307, status: 422, sentence: '没有这个分类，请重新选择' },
  'gallery.set_full': { code: 5308, status: 409, sentence: '「{name}」最多放 {limit} 张图片' },
  'gallery.too_many_sets': { code: 5309, status: 409, sentence: '图集最多 {limit} 个，请先删除不用的' },
  'gallery.too_many_folders': { code: 5310, status: 409, sentence: '收藏夹最多 {limit} 个，请先合并或删除不用的' },
  'gallery.folder_name_taken': { code: 5311, status: 409, sentence: '已有名为「{name}」的收藏夹' },
  'gallery.default_folder': { code: 5312, status: 422, sentence: '默认收藏夹不能删除、合并或移动' },
  'gallery.self': { code: 5313, status: 422, sentence: '不能对自己这样做' },
  'gallery.blocked': { code: 5314, status: 409, sentence: '已拉黑对方或被对方拉黑，不能关注' },
  'gallery.download_quota': {
    code: 5315,
    status: 403,
    sentence: '今天还能下载 {left} 张，这次要 {wanted} 张；会员不限张数',
  },
  'gallery.download_not_found': { code: 5316, status: 404, sentence: '没有这条下载记录' },
  'gallery.not_for_review': { code: 5317, status: 409, sentence: '这张图不在待审核或公开状态，请刷新列表' },
  'category.not_found': { code: 5350, status: 404, sentence: '没有这个分类，可能已经删除' },
  'category.changed_meanwhile': { code: 5351, status: 409, sentence: '这个分类刚被其他人修改，请核对后重试' },
  'category.cycle': { code: 5352, status: 409, sentence: '不能把「{name}」移到它自己或它的下级之内' },
  'category.too_deep': { code: 5353, status: 409, sentence: '分类最多 {levels} 级，放在这里会超出' },
  'category.root_fixed': {
    code: 5354,
    status: 409,
    sentence: '第一级分类与工具绑定，只能改名、隐藏和调整先后，不能新建或移入别的分类',
  },
  'category.preset_fixed': {
    code: 5355,
    status: 409,
    sentence: '「{name}」是「{root}」工具的预设，只能在「{root}」之内的第 {level} 级移动',
  },
  'category.name_taken': { code: 5356, status: 409, sentence: '同一处已有名为「{name}」的分类' },
  'category.used': { code: 5357, status: 409, sentence: '「{name}」{by}，不能删除，可以隐藏' },
  'category.no_thumbnail': { code: 5358, status: 422, sentence: '图库里没有这个编号的公开图片' },
  'category.no_preset': {
    code: 5359,
    status: 422,
    sentence: '「{name}」不能使用这个预设，请选择「{root}」之内同一级的预设',
  },
  'content.not_found': { code: 5360, status: 404, sentence: '没有这一条，可能已经删除' },
  'content.changed_meanwhile': { code: 5361, status: 409, sentence: '刚被其他人修改，请核对后重试' },
  'content.word_taken': { code: 5362, status: 409, sentence: '已有热词「{word}」' },
  'content.no_material_category': { code: 5363, status: 422, sentence: '请选择材质之下的分类' },
  'agreement.not_found': { code: 5370, status: 404, sentence: '没有这一版协议' },
  'agreement.no_draft': { code: 5371, status: 409, sentence: '没有草稿可以发布，请先修改正文并保存' },
  'agreement.same_text': { code: 5372, status: 409, sentence: '草稿与现行版本相同，不需要发布' },
  'agreement.past_date': { code: 5373, status: 422, sentence: '生效日期不能早于今天' },
  'agreement.consented': { code: 5374, status: 409, sentence: '已有 {count} 人同意这一版，不能撤销，请发布新的一版' },
  'notice.not_found': { code: 5380, status: 404, sentence: '没有这条公告，可能已经撤下' },
  'notice.ends_first': { code: 5381, status: 422, sentence: '结束时间要晚于开始时间' },
  'notice.over': { code: 5382, status: 409, sentence: '结束时间已过，请先改时间' },
  'notice.not_published': { code: 5383, status: 409, sentence: '这条公告没有在发布中' },
  'chat.not_found': { code: 5400, status: 404, sentence: '会话不存在或已被删除' },
  'chat.message_not_found': { code: 5401, status: 404, sentence: '这条消息不存在或已被删除' },
  'chat.empty': { code: 5402, status: 422, sentence: '请先写点什么' },
  'chat.no_such_model': { code: 5403, status: 422, sentence: '模型「{model}」不存在或已停用，请改选其他模型' },
  'chat.still_answering': { code: 5404, status: 409, sentence: '上一个回答还在写，请等它写完或先停止' },
  'chat.too_long': { code: 5405, status: 409, sentence: '这个会话已有 {limit} 条消息，请新建会话继续' },
  'chat.not_continuable': { code: 5406, status: 409, sentence: '这个回答不能再接着写了，可以重新生成' },
  'chat.refused_words': { code: 5407, status: 422, sentence: '内容含有本站不允许的词，请修改后再发' },
  'chat.attachment': { code: 5408, status: 422, sentence: '附图不存在、已被删除，或不是自己的图片' },
  'chat.busy': { code: 5409, status: 503, sentence: '同时进行的对话太多，请稍后再试' },
  'chat.entry_not_found': { code: 5410, status: 404, sentence: '没有这条知识' },
  'chat.unavailable': {
    code: 5411,
    status: 503,
    sentence: '「{model}」现在连不上，没有扣券，请稍后重试或改用离线助手',
  },
  'chat.model_refused': { code: 5412, status: 422, sentence: '「{model}」拒绝回答这个问题' },
  'chat.model_limit': {
    code: 5413,
    status: 503,
    sentence: '「{model}」的调用次数或余额已用完，请稍后再试或改用离线助手',
  },
  'chat.context': { code: 5414, status: 422, sentence: '内容超出了「{model}」能读的长度，请删减或新建会话' },
  'chat.interrupted': { code: 5415, status: 503, sentence: '回答中断，内容可能不完整' },
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
  'engine.interrupted': { code: 5104, status: 503, sentence: '服务多次中断，任务没有完成，券已退回' },
  'engine.not_found': { code: 5105, status: 404, sentence: '没有这个引擎或服务' },
  'engine.no_test': { code: 5106, status: 409, sentence: '这一项没有不产生影响的测试办法' },
  'model.not_found': { code: 5111, status: 404, sentence: '模型文件夹里没有这个文件，请重新扫描' },
  'model.off': { code: 5112, status: 409, sentence: '设置 MODEL_RUNTIME 关闭了神经网络，请在服务器上修改后重启' },
  'model.unfit': { code: 5113, status: 422, sentence: '这个文件不能用于这种能力' },
  'model.failed': { code: 5114, status: 422, sentence: '试运行没有通过：{sentence}' },
  'model.licence': { code: 5115, status: 422, sentence: '这个模型的许可不允许或没有写明商用，请先确认您可以使用' },
  'setting.not_found': { code: 5501, status: 404, sentence: '没有这项设置' },
  'setting.read_only': { code: 5502, status: 409, sentence: '这项设置来自环境变量，请在服务器上修改后重启' },
  'setting.invalid': { code: 5503, status: 422, sentence: '{sentence}' },
  'setting.changed_meanwhile': { code: 5504, status: 409, sentence: '这项设置刚被别人修改，请核对后再保存' },
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
  /** What the sentence was filled with, for clients that act on it. */
  readonly values: Readonly<Record<string, string | number>> | undefined;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  /** Further parts of the answer to staff, beside the sentence: `drift`, or the present record as `current`. */
  readonly beside: Readonly<Record<string, unknown>> | undefined;

  constructor(
    reason: ErrorReason,
    details: {
      fill?: Record<string, string | number>;
      fields?: Record<string, string[]>;
      retryAfter?: number;
      beside?: Record<string, unknown>;
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
    this.values = details.fill;
    this.retryAfter = details.retryAfter;
    this.beside = details.beside;
  }
}

function fillSentence(sentence: string, fill: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(fill[name] ?? place));
}
