import type { I18nProvider } from '@refinedev/core';

/** Refine's own sentences. */
const sentences: Record<string, string> = {
  'notifications.success': '已完成',
  'notifications.error': '操作失败',
  'notifications.createSuccess': '已新建',
  'notifications.createError': '新建失败',
  'notifications.editSuccess': '已保存',
  'notifications.editError': '保存失败',
  'notifications.deleteSuccess': '已删除',
  'notifications.deleteError': '删除失败',
  'buttons.cancel': '取消',
  'buttons.confirm': '确定',
  'buttons.delete': '删除',
  'buttons.refresh': '刷新',
  'buttons.save': '保存',
  'buttons.create': '新建',
  'buttons.edit': '编辑',
  'buttons.logout': '退出登录',
  'actions.list': '列表',
  'actions.show': '详情',
  'actions.create': '新建',
  'actions.edit': '编辑',
  'pages.error.404': '页面不存在',
  'pages.error.backHome': '返回首页',
  warnWhenUnsavedChanges: '有未保存的修改，确定离开吗？',
};

export const i18nProvider: I18nProvider = {
  translate: (key, options, fallback) => {
    const text = sentences[key];
    if (text) return text;
    return typeof options === 'string' ? options : (fallback ?? key);
  },
  changeLocale: async () => {},
  getLocale: () => 'zh-CN',
};
