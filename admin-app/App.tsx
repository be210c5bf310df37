import { CanAccess, Refine } from '@refinedev/core';
import { App as AntApp } from 'antd';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { accessControlProvider } from './providers/access-control.ts';
import { authProvider } from './providers/auth-provider.ts';
import { admin, manage } from './providers/data-provider.ts';
import { i18nProvider } from './providers/i18n-provider.ts';
import { useConsoleNotifications } from './providers/notification-provider.ts';
import { queryClient } from './providers/query-client.ts';
import { router } from './providers/router.ts';
import { useStaff } from './providers/staff-session.ts';
import { resources } from './resources/index.ts';
import { AnsweredChanges } from './resources/pending-changes/answered-changes.ts';
import { Landing, NoAccess, NotFound } from './ui/landing.tsx';
import { PageSkeleton } from './ui/page-skeleton.tsx';
import { toRefine } from './ui/resource-addresses.ts';
import { Shell } from './ui/shell.tsx';
import { ConsoleTheme } from './ui/theme.tsx';
import { WorldNews } from './ui/world.tsx';

const refineResources = resources.map(toRefine);

const SecurityPage = lazy(() => import('./security/security-page.tsx'));
const LoginPage = lazy(() => import('./ui/login-page.tsx'));

export function App() {
  return (
    <BrowserRouter basename={import.meta.env.BASE_URL}>
      <ConsoleTheme>
        <AntApp notification={{ placement: 'bottomRight' }}>
          <WorldNews />
          <Console />
        </AntApp>
      </ConsoleTheme>
    </BrowserRouter>
  );
}

function Console() {
  const notificationProvider = useConsoleNotifications();
  return (
    <Refine
      dataProvider={{ default: admin, manage }}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      routerProvider={router}
      resources={refineResources}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queryClient } }}
    >
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="login" element={<LoginPage />} />
          <Route element={<StaffOnly />}>
            <Route index element={<Landing resources={resources} />} />
            {resources.map(({ name, path, Page, drawers }) => (
              <Route
                key={name}
                path={path}
                element={
                  <CanAccess resource={name} action="list" fallback={<NoAccess />}>
                    <Page />
                  </CanAccess>
                }
              >
                {drawers?.map((drawer) => (
                  <Route
                    key={drawer.path}
                    path={drawer.path}
                    element={
                      <CanAccess resource={name} action={drawer.action} fallback={<Navigate to={`/${path}`} replace />}>
                        <Suspense>
                          <drawer.Drawer />
                        </Suspense>
                      </CanAccess>
                    }
                  />
                ))}
              </Route>
            ))}
            {resources.flatMap(({ name, path, pages = [] }) =>
              pages.map(({ path: rest, action, RecordPage }) => (
                <Route
                  key={`${path}/${rest}`}
                  path={`${path}/${rest}`}
                  element={
                    <CanAccess resource={name} action={action} fallback={<NoAccess />}>
                      <RecordPage />
                    </CanAccess>
                  }
                />
              )),
            )}
            <Route path="security" element={<SecurityPage />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </Suspense>
    </Refine>
  );
}

/** Everything behind the login page; remembers where a person wanted to go. */
function StaffOnly() {
  const staff = useStaff();
  const { pathname, search } = useLocation();
  if (staff === undefined) return <PageSkeleton />;
  if (staff === null) {
    const from = pathname === '/' ? '' : `?from=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/login${from}`} replace />;
  }
  if (staff.mustSetUp.length > 0 && pathname !== '/security') return <Navigate to="/security" replace />;
  return (
    <Shell staff={staff} resources={resources}>
      <AnsweredChanges />
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}
