import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from './routes';

const byPath = new Map(routes.map((route) => [route.path, route]));

/** Every path of docs/RULES.md R15. */
const specified =
  `/aiDesignMangement /dingzhi /deepseek /gpt2 /ailive /localRenderingPro /localRenderingProIndoor /toline /allPlan
  /emptyRoom /indoorExterior /matting /extendImg /clean /realUpImg /compress /upScaleImg /architecturalPart /birdsViewRender
  /lockImgOut /landscapeRender /lockImg /text2Img /atmosphereChange /styleTransfer /text2Video /img2Video /imgs2Video
  /styleTransferIndoor /gongzhuangRender /indoorRender /materialChange /colorFlatPicture /architecturalRender
  /architecturalRenderNew /done /done2 /list /home /client /lama /agreement / /user/login`.split(/\s+/);

test('every path of docs/RULES.md R15 has a screen with a title', () => {
  expect(specified.filter((path) => !byPath.get(path)?.title)).toEqual([]);
});

test('every route has a component', () => {
  const isThere = (component: string) =>
    [`${component}.tsx`, `${component}/index.tsx`].some((file) =>
      existsSync(new URL(`pages/${file}`, import.meta.url)),
    );
  expect(routes.filter(({ component }) => !isThere(component))).toEqual([]);
});

test('no path is named twice', () => {
  expect(byPath.size).toBe(routes.length);
});

test('the agreement is the only entry of the route-driven menu', () => {
  expect(routes.filter((route) => !route.hideMenu).map((route) => route.path)).toEqual(['/agreement']);
});

test('only design management, local rendering and shared results are without header', () => {
  const bare = routes.filter((route) => route.hideHeader).map((route) => route.path);
  expect(bare.sort()).toEqual(['/aiDesignMangement', '/lama', '/share/:token']);
});

test('the footer is hidden on the main page, the assistant and the bare screens', () => {
  const without = routes.filter((route) => route.hideFooter).map((route) => route.path);
  expect(without.sort()).toEqual(['/', '/aiDesignMangement', '/deepseek', '/lama', '/share/:token']);
});

test('all tools share one page', () => {
  const components = new Set(routes.filter((route) => route.toolId).map((route) => route.component));
  expect([...components]).toEqual(['./tool']);
});

test('what no route names is the page that says so', () => {
  expect(routes.at(-1)).toMatchObject({ path: '/*', component: './not-found' });
});

test('what belongs to a person asks for the login, with words of its own', () => {
  const own = routes.filter((route) => route.access === 'canUse');
  expect(own.map((route) => route.path)).toEqual(['/orders', '/tickets']);
  expect(own.filter((route) => !route.visitorWords)).toEqual([]);
});
