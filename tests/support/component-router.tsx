import { useSyncExternalStore } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import readAccess from '../../user-app/access';
import { type InitialState, loadCurrentUser } from '../../user-app/data/user';
import { createStore } from '../../user-app/lib/create-store';
import { routes } from '../../user-app/routes';

/** Replaces `user-app/lib/router.ts` in component tests: the same exports over a history in memory. */
export {
  Link,
  Navigate,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';

type Router = ReturnType<typeof createMemoryRouter>;
type Listener = (change: { action: string; location: Router['state']['location'] }) => void;

const nobody: InitialState = { userType: 0, user: undefined, vip: undefined, isNew: false };
const person = createStore({ state: nobody });
let router: Router;

export const history = {
  get location() {
    return router.state.location;
  },
  get action() {
    return router.state.historyAction;
  },
  push: (to: string, state?: unknown) => void router.navigate(to, { state }),
  replace: (to: string, state?: unknown) => void router.navigate(to, { state, replace: true }),
  back: () => void router.navigate(-1),
  listen(listener: Listener) {
    let last = router.state.location;
    return router.subscribe(({ location, historyAction: action }) => {
      if (location === last) return;
      last = location;
      listener({ action, location });
    });
  },
};

/** Begins a history at the address; `pattern` is the route it belongs to. */
export function openRouter(element: React.ReactNode, address: string, pattern: string, initial = nobody) {
  person.set({ state: initial });
  router = createMemoryRouter(
    [
      { path: pattern, element },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  showAddress();
  router.subscribe(showAddress);
  return <RouterProvider router={router} />;
}

/** Copies the address of the router to `window.location`, which some parts read directly. */
function showAddress(): void {
  const { pathname, search, hash } = router.state.location;
  window.history.replaceState(null, '', pathname + search + hash);
}

const usePerson = () => useSyncExternalStore(person.subscribe, () => person.get().state);

export function useModel() {
  const refresh = async () => person.set({ state: await loadCurrentUser() });
  return { initialState: usePerson(), refresh };
}

export const useAccess = () => readAccess(usePerson());
export const useAppData = () => ({ routes: Object.fromEntries(routes.map((route) => [route.path, route])) });
export const useRouteProps = () => routes.find(({ path }) => path === router.state.location.pathname) ?? {};
export const useSelectedRoutes = () => [{ route: useRouteProps() }];
