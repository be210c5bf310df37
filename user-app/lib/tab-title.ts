let screen = '';
let state: string | undefined;

function show(): void {
  document.title = state ?? screen;
}

/** @param title what the page that is shown is called */
export function setScreenTitle(title: string): void {
  screen = title;
  show();
}

/** Title of the page, whatever the tab shows at the moment. */
export function screenTitle(): string {
  return screen;
}

/** @param words what the tab says in place of the page's title, e.g. `37% · 转线稿`; undefined to end it */
export function setTabState(words: string | undefined): void {
  state = words;
  show();
}
