import { expect } from '@playwright/test';
import { orderContract } from '#shared/contract/order';
import { maskPhone } from '#shared/domain/phone';
import { test } from '../support/story.ts';
import { goOn } from '../support/user.ts';
import {
  accessibilityFaults,
  admin,
  answer,
  asBuyer,
  buy,
  drawerOf,
  enter,
  goToList,
  hire,
  newPhone,
  questionOf,
  rowOf,
  signUpBuyer,
  told,
} from './console-desk.ts';

test('an order is found by number, tail of the phone and amount, and its drawer tells what happened', async ({
  page,
  request,
}) => {
  const buyer = await signUpBuyer(request, `买家${newPhone().slice(-6)}`);
  const paid = await buy(request, buyer, 'normal-100', 'pay');
  const open = await buy(request, buyer, 'live-30');
  await enter(page);

  await page.goto(`/admin/orders?q=${buyer.phoneNo.slice(-4)}`);
  await expect(rowOf(page, paid.orderNo)).toContainText(maskPhone(buyer.phoneNo));
  await expect(rowOf(page, paid.orderNo)).toContainText('测试');
  await page.getByLabel('金额不低于').fill('30');
  await page.getByLabel('金额不低于').press('Enter');
  await expect(page).toHaveURL(/amount_gte=3000/);
  await expect(rowOf(page, open.orderNo)).toHaveCount(0);
  await expect(rowOf(page, paid.orderNo)).toContainText('¥39');
  await page.reload();
  await expect(page.getByLabel('金额不低于')).toHaveValue('30');
  await expect(rowOf(page, paid.orderNo)).toBeVisible();

  await page.getByRole('searchbox', { name: '搜索订单' }).fill(open.orderNo);
  await page.getByRole('searchbox', { name: '搜索订单' }).press('Enter');
  await expect(page.getByText('没有符合条件的订单。')).toBeVisible();
  await page.getByRole('button', { name: '清除筛选' }).click();
  await goToList(page, 'orders', `?q=${paid.orderNo}`);
  await rowOf(page, paid.orderNo).getByRole('link', { name: paid.orderNo }).click();
  const drawer = drawerOf(page);
  for (const what of ['下单', '去支付', '已支付', '已到账'])
    await expect(drawer.locator('.timeline li', { hasText: what })).toBeVisible();
  await drawer.getByRole('button', { name: '备注' }).click();
  await answer(page, '备注', '客户来电核对过', '保存');
  await expect(drawer.getByText('客户来电核对过')).toBeVisible();

  await goOn(page, `/admin/orders/${open.orderId}`);
  await drawer.getByRole('button', { name: '补单' }).click();
  await expect(questionOf(page)).toContainText('这里从不手工发放券和会员');
  await questionOf(page).getByRole('button', { name: '重新查询' }).click();
  await expect(told(page, '订单仍是「待支付」')).toBeVisible();
  await drawer.getByRole('button', { name: '关单' }).click();
  await questionOf(page).getByRole('button', { name: '关单' }).click();
  await expect(questionOf(page).getByText('请写明理由')).toBeVisible();
  await answer(page, '理由', '客户要求换一个', '关单');
  await expect(questionOf(page).getByText('请照样输入订单号后六位')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await answer(page, '请输入订单号后六位', open.orderNo.slice(-6), '关单');
  await expect(told(page, '已关闭订单')).toBeVisible();
  await expect(drawer.locator('.facts')).toContainText('已关闭 员工关闭');
});

test('a large refund waits for a second person, and who asked for it cannot approve it', async ({ page, request }) => {
  const buyer = await signUpBuyer(request, '退款客户');
  const order = await buy(request, buyer, 'team-year', 'pay');
  await enter(page);
  const chen = await hire(page, 'finance', '陈财务');
  // Two accounts that the same person created recently cannot approve each other's requests, so a seeded one approves.
  const seeded = { account: 'finance', password: admin.password };

  await enter(page, chen);
  await page.goto(`/admin/orders/${order.orderId}`);
  await drawerOf(page).getByRole('button', { name: '退款' }).click();
  await expect(questionOf(page)).toContainText('要由另一人批准');
  await expect(questionOf(page).getByRole('radio').first()).toBeChecked();
  await expect(questionOf(page)).toContainText('按规则退 ¥1,698');
  await questionOf(page).getByLabel('指定金额').check();
  await questionOf(page).getByLabel('退款金额').fill('99999');
  await expect(questionOf(page).getByText('最多可退 ¥1,698').last()).toBeVisible();
  await questionOf(page).getByLabel('退款金额').fill('1000.5');
  await answer(page, '理由', '合同取消', '发起退款');
  await expect(told(page, '已申请退款 ¥1,000.50，等另一人批准')).toBeVisible();

  await goToList(page, 'refunds', `?q=${order.orderNo}`);
  await rowOf(page, order.orderNo).getByRole('link').first().click();
  await expect(drawerOf(page).getByRole('button', { name: '批准' })).toBeDisabled();
  await expect(drawerOf(page)).toContainText('这笔订单累计退款超过 ¥500，您已同意，须另一人批准。');

  await enter(page, seeded);
  await page.reload();
  await expect(drawerOf(page)).toContainText('「陈财务」已同意，等您批准');
  await drawerOf(page).getByRole('button', { name: '批准' }).click();
  await questionOf(page).getByRole('button', { name: '批准退款' }).click();
  await expect(questionOf(page).getByRole('group', { name: '不可撤销' })).toContainText('退出后不能追回');
  await answer(page, '请输入退款金额', '1000', '批准退款');
  await expect(questionOf(page).getByText('请照样输入退款金额')).toBeVisible();
  await answer(page, '请输入退款金额', '1000.5', '批准退款');
  await expect(told(page, '已批准退款 ¥1,000.50')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(drawerOf(page).locator('.facts').first()).toContainText('已退款', { timeout: 4000 });
  }).toPass();
  await expect(drawerOf(page).locator('.facts').first()).toContainText(/审核\s*财务/);
  // A part was given back: the order stands with the rest.
  const { status } = await asBuyer(request, buyer, orderContract.checkOrder, { orderId: order.orderId });
  expect(status).toBe('completed');
  await goToList(page, 'orders', `?q=${order.orderNo}`);
  await expect(rowOf(page, order.orderNo)).toContainText('¥1,000.50');
});

test('what buyers ask for is answered: a refund refused, an invoice issued, a difference settled', async ({
  page,
  request,
}) => {
  const buyer = await signUpBuyer(request, `有问题${newPhone().slice(-6)}`);
  const order = await buy(request, buyer, 'normal-100', 'pay');
  await asBuyer(request, buyer, orderContract.requestRefund, { orderId: order.orderId, reason: '不想要了' });
  const company = `上海设计院${newPhone().slice(-6)}`;
  const invoice = {
    titleKind: 'company',
    title: company,
    taxNo: '91310000MA1K35X12A',
    email: 'a@example.com',
  } as const;
  await enter(page);

  await page.goto(`/admin/refunds?status=requested&q=${order.orderNo}`);
  await rowOf(page, order.orderNo).getByRole('link').first().click();
  await drawerOf(page).getByRole('button', { name: '驳回' }).click();
  await answer(page, '答复', '券已经用过大半', '驳回');
  await expect(told(page, '已驳回退款申请')).toBeVisible();
  await expect(page.getByText('没有符合条件的退款。')).toBeVisible();
  await expect(drawerOf(page).locator('.facts').first()).toContainText('退款金额');

  await asBuyer(request, buyer, orderContract.requestInvoice, { orderId: order.orderId, ...invoice });
  await goOn(page, `/admin/invoices?q=${company}`);
  await rowOf(page, company).getByRole('link').first().click();
  await drawerOf(page).getByRole('button', { name: '登记开票' }).click();
  await questionOf(page).getByRole('button', { name: '登记' }).click();
  await expect(questionOf(page).getByText('请填写发票号码')).toBeVisible();
  await answer(page, '发票号码', '25312000000012345678', '登记');
  await expect(rowOf(page, company)).toContainText('已开具');
  const seen = await asBuyer(request, buyer, orderContract.checkOrder, { orderId: order.orderId });
  expect(seen.invoice).toMatchObject({ status: 'issued', invoiceNo: '25312000000012345678' });
  expect(seen.refund).toMatchObject({ status: 'rejected', answer: '券已经用过大半' });

  const odd = await buy(request, buyer, 'normal-20', 'wrong_amount');
  await goOn(page, `/admin/differences?isResolved=false&q=${odd.orderNo}`);
  await rowOf(page, odd.orderNo).getByRole('link', { name: '金额不符' }).click();
  await drawerOf(page).getByRole('button', { name: '登记处理' }).click();
  await answer(page, '处理结果', '渠道已全额退回', '登记');
  await expect(told(page, '已登记处理结果')).toBeVisible();
  await page.goto(`/admin/differences?isResolved=true&q=${odd.orderNo}`);
  await rowOf(page, odd.orderNo).getByRole('link', { name: '金额不符' }).click();
  await expect(drawerOf(page).locator('.facts')).toContainText('渠道已全额退回');
  await expect(drawerOf(page).locator('.facts')).toContainText('管理员');
});

test('a custom request is called back and moved on', async ({ page, request }) => {
  const phoneNo = newPhone();
  const company = `设计院${phoneNo.slice(-6)}`;
  await request.post('/api/sms/sendCode', { data: { phoneNo } });
  const [sms] = await (await request.get(`/__mock/sms?phoneNo=${phoneNo}`)).json();
  const wish = { company, contact: '周经理', phoneNo, need: 'private', seats: 30, verifyCode: sms.code };
  expect((await request.post(orderContract.submitCustomRequest.path, { data: wish })).ok()).toBe(true);

  await enter(page);
  await page.goto(`/admin/custom-requests?q=${company}`);
  await rowOf(page, company).getByRole('link', { name: company }).click();
  const drawer = drawerOf(page);
  await drawer.getByRole('button', { name: '查看完整手机号' }).click();
  await answer(page, '查看理由', '电话联系客户', '查看');
  await expect(drawer.getByText(phoneNo)).toBeVisible();
  await drawer.getByRole('button', { name: '跟进' }).click();
  await questionOf(page).getByLabel('已联系').check();
  await answer(page, '跟进备注', '下周二上门', '保存');
  await expect(told(page, '已推进到「已联系」')).toBeVisible();
  await expect(drawer.locator('.steps [aria-current]')).toHaveText('已联系');
  await expect(drawer).toContainText('下周二上门');
  await expect(rowOf(page, company)).toContainText('已联系');
});
