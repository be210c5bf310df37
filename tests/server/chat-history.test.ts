import { describe, expect, it } from 'vitest';
import { day, minute } from '#shared/domain/time';
import { refusal } from '../support/server.ts';
import { openChatStream } from '../support/server-chat.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';

let { server, models, member } = {} as Talk;
eachWithModels((talk) => {
  ({ server, models, member } = talk);
});

/** Asks in a new conversation a minute later, and has it answered. */
async function talk(message: string, text = '好'): Promise<string> {
  server.clock.set({ advanceMs: minute });
  const { length } = models.asked;
  const answered = member.api.chat({ message });
  const answer = await models.nth(length);
  answer.say(text);
  answer.end();
  return (await answered).conversation.conversationId;
}

const titles = async (call: Parameters<typeof member.api.chatHistory>[0] = {}) =>
  (await member.api.chatHistory(call)).list.map(({ title }) => title);

describe('the list of conversations', () => {
  it('has pinned ones first, then what was last said in, by pages', async () => {
    const first = await talk('一');
    await talk('二');
    await talk('三');
    expect(await titles()).toEqual(['三', '二', '一']);
    expect(await member.api.chatPin({ conversationId: first, isPinned: true })).toMatchObject({ isPinned: true });
    expect(await titles({ size: 2 })).toEqual(['一', '三']);
    expect(await titles({ size: 2, page: 2 })).toEqual(['二']);
    await member.api.chatPin({ conversationId: first, isPinned: false });
    expect(await titles()).toEqual(['三', '二', '一']);
    server.clock.set({ advanceMs: minute });
    const stream = await openChatStream(member, { message: '又', conversationId: first });
    await stream.until(() => true);
    expect((await member.api.chatHistory()).list[0]).toMatchObject({ title: '一', isRunning: true, messages: 4 });
  });

  it('is searched in titles and texts, every word of it, each letter for itself', async () => {
    await talk('防滑地砖', '卫生间用 R10 以上，坡度 100% 向地漏');
    await talk('木地板', 'Oak_01 的耐磨层约 2mm，比地砖软');
    const search = async (keyword: string) =>
      (await member.api.chatHistory({ keyword })).list.map(({ title, excerpt }) => [title, excerpt]);
    expect(await search('地砖')).toEqual([
      ['木地板', '…k_01 的耐磨层约 2mm，比地砖软'],
      ['防滑地砖', ''],
    ]);
    expect(await search('100%')).toEqual([['防滑地砖', '卫生间用 R10 以上，坡度 100% 向地漏']]);
    expect(await search('%')).toHaveLength(1);
    expect(await search('oak_01')).toHaveLength(1);
    expect(await search('oak%01')).toEqual([]);
    expect(await search('_')).toHaveLength(1);
    expect(await search('\\')).toEqual([]);
    expect(await search('地砖 木地板')).toEqual([['木地板', '…k_01 的耐磨层约 2mm，比地砖软']]);
    expect(await search('没有')).toEqual([]);
  });

  it('shows the stretch around what was searched, on one line', async () => {
    await talk('问', `${'前'.repeat(50)}😀\n关键😀${'后'.repeat(80)}`);
    const [found] = (await member.api.chatHistory({ keyword: '关键' })).list;
    expect(found?.excerpt).toBe(`…${'前'.repeat(13)}😀 关键😀${'后'.repeat(46)}…`);
  });
});

describe('a conversation', () => {
  it('is renamed, and deleted for a day in which it can come back', async () => {
    const conversationId = await talk('一');
    expect(await member.api.chatRename({ conversationId, title: ' 茶室 ' })).toMatchObject({ title: '茶室' });
    expect(await refusal(member.api.chatRename({ conversationId, title: ' ' }))).toMatchObject({ status: 422 });
    await member.api.chatDelete({ conversationId });
    await member.api.chatDelete({ conversationId });
    expect(await titles()).toEqual([]);
    const gone = { reason: 'chat.not_found', status: 404 };
    expect(await refusal(member.api.chatHistoryDetail({ conversationId }))).toMatchObject(gone);
    expect(await refusal(member.api.chat({ message: '二', conversationId }))).toMatchObject(gone);
    server.clock.set({ advanceMs: day - minute });
    await server.deps.sweep();
    await member.api.chatDelete({ conversationId, isDeleted: false });
    expect(await titles()).toEqual(['茶室']);
    await member.api.chatDelete({ conversationId });
    server.clock.set({ advanceMs: day });
    expect(await refusal(member.api.chatDelete({ conversationId, isDeleted: false }))).toMatchObject(gone);
    server.clock.set({ advanceMs: 1 });
    await server.deps.sweep();
    const left = server.deps.store.db.selectFrom('chat_message').selectAll().execute();
    expect(await left).toEqual([]);
  });

  it('that is deleted ends its running answer, and keeps what had come for its return', async () => {
    const stream = await openChatStream(member, { message: '一', model: 'paid', requestId: 'r1' });
    const { conversationId } = await stream.until(() => true);
    (await models.nth(0)).say('半');
    await stream.untilText('半');
    await member.api.chatDelete({ conversationId });
    await stream.ended;
    expect(stream.events.at(-1)?.answer).toMatchObject({ state: 'stopped', text: '半', cost: 1 });
    expect(await refusal(member.api.chat({ message: '一', model: 'paid', requestId: 'r1' }))).toMatchObject({
      status: 404,
    });
    await member.api.chatDelete({ conversationId, isDeleted: false });
    expect((await member.api.chatHistoryDetail({ conversationId })).messages[1]).toMatchObject({ text: '半' });
  });

  it('shows a picture that is gone as gone', async () => {
    const { imageId } = await member.upload(await drawPicture());
    const answered = member.api.chat({ message: '看', attachments: [imageId] });
    (await models.nth(0)).end();
    const { conversationId } = (await answered).conversation;
    await server.deps.store.db.updateTable('image').set({ deleted_at: 1 }).where('id', '=', imageId).execute();
    const [question] = (await member.api.chatHistoryDetail({ conversationId })).messages;
    expect(question?.attachments).toEqual([{ imageId, taskId: null, title: '', width: 0, height: 0, url: null }]);
    await server.deps.store.db.updateTable('image').set({ deleted_at: null }).where('id', '=', imageId).execute();
  });
});

describe('an answer', () => {
  it('is rated, a question is not', async () => {
    const conversationId = await talk('一');
    const [question, answer] = (await member.api.chatHistoryDetail({ conversationId })).messages;
    const { messageId = '' } = answer ?? {};
    expect(await member.api.chatRate({ messageId, rating: 'up' })).toMatchObject({ rating: 'up' });
    expect(await member.api.chatRate({ messageId, rating: null })).toMatchObject({ rating: null });
    const asked = member.api.chatRate({ messageId: question?.messageId ?? '', rating: 'up' });
    expect(await refusal(asked)).toMatchObject({ reason: 'chat.message_not_found' });
  });
});

describe('the models', () => {
  it('are listed for everybody, the default first', async () => {
    expect((await server.visitor().api.chatModels()).map(({ id, isPriced }) => [id, isPriced])).toEqual([
      ['free', false],
      ['paid', true],
    ]);
  });

  it('with a price put chat tickets on sale', async () => {
    expect((await member.api.products()).usableTickets).toEqual(['normal', 'live', 'gpt']);
    // What went off the shelf before there was such a model waits for staff.
    const off = { reason: 'product.off_shelf' };
    expect(await refusal(member.api.createOrder({ productId: 'gpt-100' }))).toMatchObject(off);
    const admin = await server.staff('admin');
    const [{ version } = { version: 0 }] = await admin.api.staffProducts({ q: '对话券 100' });
    await admin.api.updateProduct({ id: 'gpt-100', isOnShelf: true, version });
    expect(await member.api.createOrder({ productId: 'gpt-100' })).toMatchObject({ status: 'created' });
  });
});

describe('the knowledge of the offline assistant', () => {
  it('can be read entry by entry, by everybody', async () => {
    const gone = { reason: 'chat.entry_not_found', status: 404 };
    expect(await refusal(server.visitor().api.knowledgeEntry({ entryId: 'none' }))).toMatchObject(gone);
  });
});
