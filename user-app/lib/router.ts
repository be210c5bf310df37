/** The only import of `@umijs/max`: component tests replace this file. */
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
