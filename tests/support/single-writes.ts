import { Secret, TOTP } from 'otpauth';
import type { CallName } from '#shared/contract/index';
import { closingWords } from '#shared/contract/own-erasure';
import { day, minute, second } from '#shared/domain/time';
import { userOf } from './flows/flow.ts';
import { startFlowServer } from './interrupted-flow.ts';
import { observeWrites } from './observed-writes.ts';
import { sampleValues } from './sample-values.ts';
import { enlargement, type Member, type TestServer } from './server.ts';
import { calls, makeCall } from './server-calls.ts';
import { publishOn, putCase } from './server-gallery.ts';
import { drawPicture } from './server-pictures.ts';
import type { Visitor } from './server-visitor.ts';

type Api = Visitor['api'];

/** Writes of each call; where it was made more than once, of the successful request that wrote most. */
export type WritesOfCalls = ReadonlyMap<CallName, readonly string[]>;

const reason = '用户来电';

/** Keeps what is written until a call is answered. */
function createRecorder(server: TestServer) {
  const most = new Map<CallName, string[]>();
  let writes: string[] = [];
  const end = observeWrites(server.dataDir, { after: ({ name, isLasting }) => isLasting && void writes.push(name) });

  async function record<Answer>(name: CallName, make: () => Promise<Answer>, isDone: (answer: Answer) => boolean) {
    await server.deps.runner.idle();
    const own: string[] = [];
    writes = own;
    const answer = await make();
    writes = [];
    if (isDone(answer) && own.length >= (most.get(name)?.length ?? 0)) most.set(name, own);
    return answer;
  }

  return {
    most,
    end,
    record,
    /** The client of somebody, with every call counted. */
    watch: ({ api }: Pick<Visitor, 'api'>): Api =>
      new Proxy(api, {
        get: (client, name: CallName) => (value: never) =>
          record(
            name,
            () => (client[name] as (input: never) => Promise<unknown>)(value),
            () => true,
          ),
      }),
  };
}

/**
 * Makes the changing calls that no flow makes, each with success, on a server whose queue stands still, and tells what
 * each one wrote.
 */
export async function writesOfCalls(wanted: readonly CallName[]): Promise<WritesOfCalls> {
  const server = await startFlowServer();
  const { most, record, watch, end } = createRecorder(server);
  try {
    const admin = await server.staff('admin');
    const member = await server.member({ plan: 'pro' });
    const { imageId } = await member.upload(await drawPicture());
    const { taskId } = await member.api.startTask(enlargement(imageId));
    await server.deps.runner.idle();
    await admin.api.pauseQueue({ reason: '换显卡' });
    const people = { server, admin: watch(admin), member, api: watch(member), taskId, imageId };
    await makeOwnThings(people);
    await makeCollections(people);
    await watchGallery(people);
    await moderate(people);
    await sell(people, watch);
    await runTasks(people);
    await administrate(people, watch);
    await leave(people, watch);
    await makeSamples(
      people,
      wanted.filter((name) => !most.has(name)),
      record,
    );
  } finally {
    end();
    await server.close();
  }
  return most;
}

interface People {
  server: TestServer;
  admin: Api;
  member: Member;
  api: Api;
  taskId: string;
  imageId: string;
}

async function makeOwnThings({ server, api, member, taskId }: People): Promise<void> {
  const { projectId } = await api.createProject({ name: '别墅' });
  await api.updateProject({ projectId, name: '改名' });
  await api.updateWork({ taskId, projectId, isStarred: true });
  await api.deleteProject({ projectId });
  await api.restoreProject({ projectId });
  const work = await server.settled(member, taskId);
  const { token } = await api.createShare({ imageId: work.images[0]?.imageId ?? '', days: 7 });
  await api.endShare({ token });
  await api.restoreShare({ token });
  await api.editAbout({ about: '示例' });
  await api.setAvatar({ avatar: '' });
}

async function makeCollections({ server, api }: People): Promise<void> {
  const author = await server.member();
  const { id: first } = await publishOn(server, author, { title: '湖畔' });
  const { id: second } = await publishOn(server, author, { title: '山间' });
  const pictureIds = [first, second];
  const { id } = await api.createFolder({ name: '参考', clientKey: 'folder' });
  const { id: to } = await api.createFolder({ name: '别的', clientKey: 'folder-other' });
  await api.collectPictures({ pictureIds, folderId: id });
  await api.editFolder({ id, name: '改名' });
  await api.orderCollected({ id, pictureId: first, before: null });
  await api.moveCollected({ id, pictureIds: [first], to });
  await api.uncollectPictures({ pictureIds: [first] });
  await api.mergeFolders({ id, into: to });
  await api.removeFolder({ id: to });
  await api.restoreFolder({ id: to });
  await api.hidePicture({ id: first, isHidden: true });
  await api.blockAuthor({ id: (await api.picture({ id: second })).author?.authorId ?? '', isBlocked: true });
}

async function watchGallery({ server, api, member }: People): Promise<void> {
  const { id: own } = await publishOn(server, member, { title: '庭院' });
  const { id: other } = await publishOn(server, member, { title: '院落' });
  await api.editPicture({ id: own, title: '改名' });
  await api.removePicture({ id: own });
  await api.restorePicture({ id: own });
  const { id } = await api.createImageSet({ title: '图集', clientKey: 'set' });
  await api.addToImageSet({ id, pictureIds: [own, other] });
  await api.editImageSet({ id, title: '改名' });
  await api.moveInImageSet({ id, pictureId: own, before: null });
  await api.removeFromImageSet({ id, pictureIds: [other] });
  await api.removeImageSet({ id });
  await api.restoreImageSet({ id });
}

async function moderate({ server, admin, member, api }: People): Promise<void> {
  const author = await server.member();
  const { id } = await publishOn(server, author, { title: '湖畔' });
  const { id: setId } = await author.api.createImageSet({ title: '图集', clientKey: 'set' });
  await author.api.addToImageSet({ id: setId, pictureIds: [id] });
  const authorId = (await member.api.picture({ id })).author?.authorId ?? '';
  await api.reportAuthor({ id: authorId, reason: 'other' });
  const [reported] = await admin.authorReports({});
  await admin.answerAuthorReports({ id: reported?.id ?? '', reason });
  const caseId = await putCase(server, author, id);
  await api.collectCase({ id: caseId, isCollected: true });
  await admin.updateGalleryCase({ id: caseId, title: '改过的案例', version: 1 });
  await admin.pinGalleryCase({ id: caseId, place: 1 });
  await admin.hideCase({ id: caseId, reason });
  await admin.showCase({ id: caseId, reason });
  await admin.pinGallerySet({ id: setId, place: 1 });
  await admin.rejectPicture({ id, reason });
  const version = async () => (await admin.gallerySets({ _end: 50 })).find((set) => set.id === setId)?.version ?? 0;
  await admin.updateGallerySet({ id: setId, title: '改过的图集', version: await version() });
  await admin.hideSet({ id: setId, reason });
  await admin.showSet({ id: setId, reason });
}

async function sell({ server, admin, member }: People, watch: (visitor: Visitor) => Api): Promise<void> {
  const open = await member.api.createOrder({ productId: 'normal-20', payType: 'alipay' });
  await admin.noteOrder({ id: open.orderId, note: '已联系' });
  await admin.verifyOrder({ id: open.orderId });
  await admin.closeOrder({ id: open.orderId, reason });
  const { orderId, orderNo } = await member.api.createOrder({ productId: 'normal-100', payType: 'alipay' });
  await member.api.createAliPayOrder({ orderId });
  await server.deps.simulatedPayment?.play(orderNo, 'pay');
  await member.api.completeOrder({ orderId });
  await member.api.requestInvoice({ orderId, titleKind: 'personal', title: '个人', email: 'a@example.com' });
  const [invoice] = await admin.staffInvoices({});
  await admin.answerInvoice({ id: invoice?.id ?? '', status: 'rejected', answer: '抬头有误' } as never);
  await member.api.requestRefund({ orderId, reason: '买错了' });
  const [asked] = await admin.staffRefunds({ orderId });
  await admin.rejectRefund({ id: asked?.id ?? '', answer: '已使用完' });
  const visitor = server.visitor();
  const guest = watch(visitor);
  const phoneNo = '13812345678';
  await guest.sendSmsCode({ phoneNo: '13812345679' });
  await guest.login({ phoneNo: '13812345679', verifyCode: server.sms.sent('13812345679')[0]?.code ?? '' });
  await guest.sendSmsCode({ phoneNo });
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  const wish = { company: '某某设计院', contact: '李四', need: 'seats', seats: 20 } as const;
  await guest.submitCustomRequest({ ...wish, phoneNo, verifyCode });
  const [request] = await admin.staffCustomRequests({});
  await admin.revealRequestPhone({ id: request?.id ?? '', reason });
  await admin.updateCustomRequest({ id: request?.id ?? '', status: 'contacted' });
}

async function runTasks({ server, admin, member, imageId }: People): Promise<void> {
  await admin.resumeQueue({ reason: '好了' });
  const failing = await Promise.all(
    ['first', 'second'].map((key) => member.api.startTask(enlargement(imageId, 1, key))),
  );
  for (let tries = 0; tries < 6; tries++) await server.pass(5 * second);
  await admin.pauseQueue({ reason: '换显卡' });
  await admin.staffRetryTask({ id: failing[0]?.taskId ?? '', reason, clientKey: 'again' });
  await admin.redriveTask({ id: failing[1]?.taskId ?? '', reason });
  const { taskId } = await member.api.startTask(enlargement(imageId, 4, 'waiting'));
  await member.api.startTask(enlargement(imageId, 4, 'behind'));
  await admin.moveTask({ id: taskId, to: 'back', reason });
  await admin.staffCancelTask({ id: taskId, reason });
}

async function administrate({ server, admin, member }: People, watch: (visitor: Visitor) => Api): Promise<void> {
  const { id: noteId, version } = await admin.createAccountNote({ accountId: member.accountId, text: '老客户' });
  await admin.updateAccountNote({ id: noteId, text: '改一改', version });
  await admin.deleteAccountNote({ id: noteId });
  const view = await admin.createView({ resource: 'orders', name: '今天的订单' });
  await admin.updateView({ id: view.id, name: '大额', version: view.version });
  await admin.deleteView({ id: view.id });
  const startsAt = server.clock.now();
  const draft = { title: '公告', text: '维护', audience: 'all', startsAt, endsAt: startsAt + 9 * day } as const;
  const notice = await admin.createNotice({ ...draft, isDismissible: true });
  const changed = await admin.updateNotice({ id: notice.id, title: '改过', version: notice.version });
  const published = await admin.publishNotice({ id: notice.id, version: changed.version });
  await server.pass(minute);
  const [shown] = await member.api.notices();
  await watch(member).dismissNotice({ id: notice.id, edition: shown?.edition ?? 1 });
  await admin.withdrawNotice({ id: notice.id, version: published.version });
  const colleague = await server.staff('operator');
  await secure(server, colleague, watch(colleague));
  await admin.resetStaffFactor({ id: colleague.accountId, reason });
  await admin.requireNewPassword({ id: colleague.accountId, reason });
  await admin.endStaffSessions({ id: colleague.accountId, reason });
  const [session] = await admin.accountSessions({ accountId: member.accountId });
  await admin.endAccountSession({ id: session?.id ?? '', reason });
  await server.comeAgain(member);
  const [word, next] = await admin.staffHotWords({ _end: 2 });
  await admin.moveHotWord({ id: next?.id ?? '', beforeId: word?.id ?? null, version: next?.version ?? 0 });
  await admin.createAccount({ phoneNo: '13912345678' });
  const category = await admin.createCategory({ name: '书店', parentId: '101' });
  await admin.moveCategory({ id: category.id, parentId: '102', version: category.version });
  await connect(admin);
  const agreement = await admin.staffAgreement({ id: 'mark' });
  const text = '开头。\n\n## 第一节\n- 条目一\n- 条目二\n\n## 第二节\n条目三';
  const { version: drafted } = await admin.updateAgreement({ id: 'mark', draft: text, version: agreement.version });
  const edition = { effectiveOn: '2026-12-01', needsConsent: false, reason: '服务变了', version: drafted };
  await admin.publishAgreement({ id: 'mark', ...edition });
}

/** An engine is connected, given a key, changed and removed; nobody asks it meanwhile. */
async function connect(admin: Api): Promise<void> {
  const id = 'card';
  const { version } = await admin.createConnectedEngine({
    ...{ name: id, title: '工作室显卡', adapter: 'comfyui', address: 'http://127.0.0.1:1', graphs: ['text-qwen'] },
    ...{ models: {}, tools: null, priceFactor: 1, laneSize: 1, timeLimitSeconds: 600, plans: null, leavesHouse: false },
    budget: { perRunFen: 10, dayFen: 100 },
  });
  const keyed = await admin.replaceEngineKey({ id, keyHeader: 'x-gate', engineKey: 'secret-of-the-gate', version });
  await admin.updateConnectedEngine({ id, title: '另一块显卡', version: keyed.version });
  await admin.removeConnectedEngine({ id });
}

/** A member of staff takes a second factor and another password. */
async function secure(server: TestServer, colleague: Visitor, api: Api): Promise<void> {
  const password = server.adminPassword;
  const { secret } = await api.startFactor({ password });
  const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() });
  await api.confirmFactor({ totpCode: codeOf() });
  await server.pass(minute);
  await api.newRecoveryCodes({ totpCode: codeOf() });
  await server.pass(minute);
  await api.removeFactor({ password, totpCode: codeOf() });
  const again = await api.startFactor({ password });
  await api.confirmFactor({
    totpCode: new TOTP({ secret: Secret.fromBase32(again.secret) }).generate({ timestamp: server.clock.now() }),
  });
  await api.changeOwnPassword({ password, newPassword: 'seven-tall-pines-in-snow' });
  await server.staff('admin');
  const [mine] = await colleague.api.mySessions();
  await api.endMySession({ id: mine?.id ?? '' });
}

async function leave({ server, admin }: People, watch: (visitor: Visitor) => Api): Promise<void> {
  const leaving = await server.member();
  await admin.requestErasure({ id: leaving.accountId, reason: '本人要求' });
  await admin.withdrawErasure({ id: leaving.accountId, reason: '本人改变主意' });
  await server.comeAgain(leaving);
  // The newest request is the one that counts.
  await server.pass(second);
  await watch(leaving).requestOwnErasure({ confirmation: closingWords });
  await server.comeAgain(leaving);
  await watch(leaving).withdrawOwnErasure({});
  await watch(leaving).logout();
}

/** Every other call with its sample, which may be refused. */
async function makeSamples(
  { server, member, taskId, imageId }: People,
  wanted: readonly CallName[],
  record: ReturnType<typeof createRecorder>['record'],
): Promise<void> {
  const projectId = (await member.api.createProject({ name: '样例' })).projectId;
  const other = await server.member();
  const samples = sampleValues({ taskId, imageId, projectId, accountId: other.accountId });
  const insider = userOf(server, member.cookies.get('sid') ?? '');
  const staff = await server.staff('admin');
  insider.cookies.set('staff_sid', staff.cookies.get('staff_sid') ?? '');
  const ends = new Set<string>(['logout', 'invalidateSession', 'staffLogout', 'casLogout', 'loginForTest']);
  for (const [name, spec] of calls)
    if (wanted.includes(name))
      await record(
        name,
        () => makeCall(ends.has(name) ? server.visitor() : insider, spec, samples[name]),
        ({ status }) => status < 400,
      );
}
