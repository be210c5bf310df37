/** What the app uses of its framework. All else imports it from here, and component tests put theirs in its place. */
export {
  history,
  Link,
  Navigate,
  NavLink,
  Outlet,
  useAccess,
  useAppData,
  useLocation,
  useModel,
  useNavigate,
  useParams,
  useRouteProps,
  useSearchParams,
  useSelectedRoutes,
} from '@umijs/max';
