import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { pageWorld } from '#shared/browser/stores';
import { useCurrentUser, useLoginOfOtherTabs } from '../data/user';
import { BuildingHost } from '../features/building/building-host';
import { ShopDialogs } from '../features/checkout/shop-dialogs';
import { FolderPickerHost } from '../features/gallery/folders/folder-picker-host';
import { PublishHost } from '../features/gallery/publish/publish-host';
import { NoticeStrip } from '../features/notice/notice-strip';
import { PaletteHost } from '../features/palette/palette-host';
import { ProductDialogs } from '../features/product-dialogs/product-dialogs';
import { ShareDialogs } from '../features/share/share-dialogs';
import { LineBand } from '../features/shell/line-band';
import shell from '../features/shell/shell.css';
import { SiteFooter } from '../features/shell/site-footer';
import { SiteHeader } from '../features/shell/site-header';
import { FloatingWorldBadge } from '../features/shell/world-badge';
import { useAllowed } from '../lib/allowed';
import { useAppFlag } from '../lib/app-store';
import { lazyOrNothing } from '../lib/lazy-or-nothing';
import { recentTools } from '../lib/local-list';
import { pageTitle } from '../lib/page-title';
import { setProductState, useIsDialogOpen } from '../lib/product-state';
import type { RouteProps } from '../lib/route-props';
import { history, Outlet, useLocation, useSelectedRoutes } from '../lib/router';
import { isViewing } from '../lib/session-hint';
import { splashId } from '../lib/splash-ids';
import { endSplashPicture } from '../lib/splash-picture';
import { setScreenTitle } from '../lib/tab-title';
import { trackPage } from '../lib/track/track';
import { whenIdle } from '../lib/when-idle';
import Loading from '../loading';
import { ErrorBoundary } from '../ui/error-boundary';
import { LoginFirst } from '../ui/login-first';
import { Page, PageHead } from '../ui/page';

const LoginModal = lazy(() => import('../features/login/login-modal'));
const RunWatch = lazyOrNothing(() => import('../features/shell/run-watch'));
const ViewingBanner = lazyOrNothing(() => import('../features/shell/viewing-banner'));
const ErasureBanner = lazyOrNothing(() => import('../features/shell/erasure-banner'));
const RenewedConsent = lazyOrNothing(() => import('../features/consent/renewed-consent'));
const Guide = lazyOrNothing(() => import('../features/guide/guide'));
const ZipBar = lazyOrNothing(() => import('../features/download/zip-bar'));
const NotFound = lazy(() => import('../pages/not-found'));

/** Pages without the question for consent: the texts themselves, and the login. */
const placesWithoutConsent = new Set(['/agreement', '/user/login']);

/** The root layout of every screen: chrome as the route asks, title, tracking, login. */
export default function RootLayout() {
  const route = (useSelectedRoutes().at(-1)?.route ?? {}) as RouteProps;
  const { pathname, search, hash } = useLocation();
  const isAllowed = useAllowed();
  const isLoginOpen = useAppFlag('isLoginOpen');
  const areRunsFollowed = useAppFlag('areRunsFollowed');
  const isZipBarOpen = useAppFlag('isZipBarOpen');
  const isGuideOpen = useIsDialogOpen('guide');
  const { user } = useCurrentUser();
  const main = useRef<HTMLElement>(null);
  useLoginOfOtherTabs();
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    document.getElementById(splashId)?.remove();
    whenIdle(() => {
      import('./after-load').then(({ afterLoad }) => afterLoad()).catch(() => undefined);
      // The toasts that report a lost network must be loaded before it is lost.
      import('../ui/toasts').catch(() => undefined);
    });
  }, []);

  useEffect(() => {
    setScreenTitle(pageTitle(route.title));
  }, [route.title]);

  const opened = useRef(pathname);
  useEffect(() => {
    if (hasFailed || pathname !== opened.current) void endSplashPicture();
  }, [hasFailed, pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what is tracked
  useEffect(trackPage, [pathname, search, hash]);

  useEffect(() => {
    setProductState({ function_page: route.toolId ?? '' });
    if (route.toolId) recentTools.addFirst(route.toolId);
  }, [route.toolId]);

  useEffect(
    () =>
      history.listen(({ action, location }) => {
        if (action !== 'PUSH' || location.hash) return;
        window.scrollTo(0, 0);
        main.current?.focus({ preventScroll: true });
      }),
    [],
  );

  return (
    <>
      {/* Pages without a header have ways on of their own, which a failed one has not. */}
      {(!route.hideHeader || hasFailed) && (
        <>
          <a className={`absolute rounded-input ${shell.skip}`} href="#main">
            跳到正文
          </a>
          <SiteHeader />
          <NoticeStrip path={pathname} />
        </>
      )}
      {pageWorld !== undefined && route.hideHeader && !hasFailed && <FloatingWorldBadge />}
      <LineBand />
      <main id="main" ref={main} tabIndex={-1} className="stack flex-1 min-w-0">
        <ErrorBoundary resetKey={pathname} onFailure={setFailed}>
          <Suspense fallback={<Loading />}>{isAllowed(route) ? <Outlet /> : <Refused {...route} />}</Suspense>
        </ErrorBoundary>
      </main>
      {!route.hideFooter && <SiteFooter />}
      <ShopDialogs />
      <PaletteHost />
      <ShareDialogs />
      <FolderPickerHost />
      <PublishHost />
      <ProductDialogs />
      <BuildingHost />
      {user?.agreementsToAccept && !placesWithoutConsent.has(pathname) && (
        <Suspense fallback={null}>
          <RenewedConsent />
        </Suspense>
      )}
      {isGuideOpen && (
        <Suspense fallback={null}>
          <Guide />
        </Suspense>
      )}
      {isViewing() && (
        <Suspense fallback={null}>
          <ViewingBanner />
        </Suspense>
      )}
      {user?.erasureDueAt !== undefined && (
        <Suspense fallback={null}>
          <ErasureBanner />
        </Suspense>
      )}
      {areRunsFollowed && (
        <Suspense fallback={null}>
          <RunWatch />
        </Suspense>
      )}
      {isZipBarOpen && (
        <Suspense fallback={null}>
          <ZipBar />
        </Suspense>
      )}
      {isLoginOpen && (
        <Suspense fallback={null}>
          <LoginModal />
        </Suspense>
      )}
    </>
  );
}

/** In the place of a screen whose access flag is false: what a login would show, or nothing that is there. */
function Refused({ title, visitorWords }: RouteProps) {
  if (!title || !visitorWords) return <NotFound />;
  return (
    <Page isNarrow>
      <PageHead title={title} />
      <LoginFirst {...visitorWords} />
    </Page>
  );
}
