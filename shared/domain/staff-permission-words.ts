import type { StaffPermission } from './staff-permissions.ts';

/** Chinese words of the console for each permission, in groups. */
export const staffPermissionGroups: ReadonlyArray<{
  title: string;
  words: Partial<Record<StaffPermission, string>>;
}> = [
  {
    title: '用户',
    words: {
      'account.read': '查看账号',
      'account.write': '修改资料',
      'account.ban': '停用与启用',
      'account.delete': '删除与恢复账号',
      'account.reveal_phone': '查看完整手机号',
      'account.credentials': '修改手机、邮箱、登录名、密码',
      'account.grant_plan': '赠送会员',
      'account.note': '查看与写账号备注',
      'account.merge': '合并账号',
      'account.privacy': '导出与删除个人信息',
      'account.impersonate': '以用户身份只读查看',
      'ticket.read': '查看券流水',
      'ticket.give': '赠券与收回',
    },
  },
  {
    title: '销售',
    words: {
      'order.read': '查看订单与退款',
      'order.write': '处理订单',
      'refund.write': '退款',
      'invoice.write': '开票',
      'product.read': '查看商品与套餐',
      'product.write': '修改商品与套餐',
      'redeem.read': '查看兑换码',
      'redeem.write': '生成兑换码',
      'custom.read': '查看定制需求',
      'custom.write': '跟进定制需求',
    },
  },
  {
    title: '内容与任务',
    words: {
      'task.read': '查看任务',
      'task.write': '重试、取消、调整任务',
      'gallery.read': '查看图库审核',
      'gallery.review': '审核图库',
      'category.read': '查看分类',
      'category.write': '修改分类',
      'content.read': '查看素材、热词、公告',
      'content.write': '修改素材、热词、公告',
    },
  },
  {
    title: '系统',
    words: {
      'staff.read': '查看员工',
      'staff.write': '管理员工',
      'setting.read': '查看设置',
      'setting.write': '修改设置',
      'engine.read': '查看引擎与队列',
      'engine.write': '控制引擎与队列',
      'report.read': '查看报表',
      'audit.read': '查看审计',
      'record.export': '导出列表',
    },
  },
];

/** Labels of {@link staffPermissionGroups} by permission. */
export const staffPermissionLabels: Readonly<Record<string, string>> = Object.fromEntries(
  staffPermissionGroups.flatMap(({ words }) => Object.entries(words)),
);
