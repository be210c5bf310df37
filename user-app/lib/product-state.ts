import { createStore, useStore } from './create-store';

/** The product's dialogs that lie over any screen; each is open or not (docs/RULES.md R24). */
export type ProductDialog = 'guide' | 'extension' | 'clientDownload' | 'recharge' | 'contact' | 'userFace';

/** State of the whole product under the names that scripts look for (docs/RULES.md R24). */
export interface ProductState {
  /** Part of the tool wall that is read: 1 is all tools, then the groups in their order. Written by the wall. */
  list_tab: number;
  /** Title of the category that one's own pictures are narrowed to, or what asks for one. Written by their list. */
  active_mine_key: string;
  /** Id of the tool whose page is open, or empty. Written by the layout. */
  function_page: string;
  /** By tool: which of its types is chosen, counted from 0; -1 before one is. Written by the workbench. */
  classifyId2_index: Readonly<Record<string, number>>;
  /** By tool: address of the base picture that is shown, or empty. Written by the workbench. */
  upload_show_img: Readonly<Record<string, string>>;
  dialogs: Readonly<Record<ProductDialog, boolean>>;
  /** The scan login: whether its code is shown, for which of its steps, and whether the person has left it. */
  weChat: { isOpen: boolean; type: 'login' | 'bind'; isClosed: boolean };
}

export const startState: ProductState = {
  list_tab: 1,
  active_mine_key: '请选择分类',
  function_page: '',
  classifyId2_index: {},
  upload_show_img: {},
  dialogs: { guide: false, extension: false, clientDownload: false, recharge: false, contact: false, userFace: false },
  weChat: { isOpen: false, type: 'login', isClosed: false },
};

const store = createStore<ProductState>(startState);

export const productState = store.get;
export const setProductState = store.set;

export function useProductState<K extends keyof ProductState>(name: K): ProductState[K] {
  return useStore(store, (state) => state[name]);
}

export function useIsDialogOpen(name: ProductDialog): boolean {
  return useStore(store, ({ dialogs }) => dialogs[name]);
}

export function openDialog(name: ProductDialog): void {
  setDialog(name, true);
}

export function closeDialog(name: ProductDialog): void {
  setDialog(name, false);
}

function setDialog(name: ProductDialog, isOpen: boolean): void {
  const { dialogs } = store.get();
  if (dialogs[name] !== isOpen) store.set({ dialogs: { ...dialogs, [name]: isOpen } });
}

/** Publishes the state of a tool's form: the index of its type, and its base picture. */
export function noteToolState(toolId: string, shown: { typeIndex: number; picture: string }): void {
  const { classifyId2_index, upload_show_img } = store.get();
  if (classifyId2_index[toolId] === shown.typeIndex && upload_show_img[toolId] === shown.picture) return;
  store.set({
    classifyId2_index: { ...classifyId2_index, [toolId]: shown.typeIndex },
    upload_show_img: { ...upload_show_img, [toolId]: shown.picture },
  });
}

/** The code of the scan login comes up, or the phone of a first scan is asked for. */
export function showWeChat(type: 'login' | 'bind'): void {
  store.set({ weChat: { isOpen: true, type, isClosed: false } });
}

/** The person leaves the scan login. */
export function closeWeChat(): void {
  const { weChat } = store.get();
  if (weChat.isOpen) store.set({ weChat: { ...weChat, isOpen: false, isClosed: true } });
}
