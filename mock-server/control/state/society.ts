import { callerOf, known, type Maker, usualReason } from './context.ts';
import { refusal } from './steps.ts';

export const makeConversation: Maker<'conversations'> = async (making, { account, title, turns }) => {
  const { accountId } = callerOf(making, account);
  return { conversationId: await making.pastConversations.write(accountId, { title, turns }) };
};

export const makePicture: Maker<'pictures'> = async (making, part, { name, path }) => {
  const { gallery, galleryDesk, pictures, act, ids } = making;
  const { account, task, upload, title = name, description, classifyId, tags, state, reason = usualReason } = part;
  if (task !== undefined && upload !== undefined) throw refusal(`${path}.upload`, 'task 与 upload 只能填一项');
  const caller = callerOf(making, account);
  const [result] = task === undefined ? [] : known(making, 'tasks', task).imageIds;
  if (task !== undefined && result === undefined) throw refusal(`${path}.task`, '这个任务没有成果');
  const own = upload === undefined ? undefined : known(making, 'uploads', upload).imageId;
  const imageId = result ?? own ?? (await pictures.upload(caller.accountId, 'house'));
  const { id } = await gallery.publishing.publish(caller, {
    ...{ imageId, title, description, classifyId, tags, source: 'render', sourceUrl: '' },
    ...{ isPrivate: state === 'private', clientKey: ids.next('state') },
  });
  if (state === 'public') await galleryDesk.approve(act.caller, id, act.facts);
  if (state === 'rejected') await galleryDesk.reject(act.caller, id, reason, act.facts);
  return { pictureId: id, imageId };
};

export const makeFolder: Maker<'folders'> = async (making, part, { name }) => {
  const { folders, ids } = making;
  const { account, name: title = name, isPrivate, pictures } = part;
  const caller = callerOf(making, account);
  const { id } = await folders.create(caller, { name: title, isPrivate, clientKey: ids.next('state') });
  const pictureIds = pictures.map((picture) => known(making, 'pictures', picture).pictureId);
  if (pictureIds.length > 0) await folders.collect(caller, pictureIds, id);
  return { folderId: id };
};
