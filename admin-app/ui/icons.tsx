import type { ReactNode } from 'react';

/** One set: 16 px grid, 1.5 px stroke, drawn with the text's colour. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className="icon"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const OverviewIcon = () => (
  <Icon>
    <path d="M2 14h12M3.5 14V8.5h2V14M7 14V3h2v11M10.5 14V6h2v8" />
  </Icon>
);
export const VisitsIcon = () => (
  <Icon>
    <path d="M1.5 8C3 5 5.300 3.5 8 3.5S13 5 14.5 8C13 11 10.700 12.5 8 12.5S3 11 1.5 8z" />
    <circle cx="8" cy="8" r="2" />
  </Icon>
);
export const AccountsIcon = () => (
  <Icon>
    <circle cx="6" cy="5.2" r="2.5" />
    <path d="M1.5 13.5c.3-2.7 2-4.2 4.5-4.2s4.2 1.5 4.5 4.2M10.5 2.9a2.5 2.5 0 0 1 0 4.6M12 9.6c1.5.6 2.3 1.9 2.5 3.9" />
  </Icon>
);
export const TasksIcon = () => (
  <Icon>
    <path d="M2 3.5h1.5M2 8h1.5M2 12.5h1.5M6 3.5h8M6 8h8M6 12.5h5" />
  </Icon>
);
export const TicketsIcon = () => (
  <Icon>
    <path d="M1.8 4h12.4v2.6a1.4 1.4 0 0 0 0 2.8V12H1.8V9.4a1.4 1.4 0 0 0 0-2.8zM9.5 4.5v1.3M9.5 7.4v1.2M9.5 10.2v1.3" />
  </Icon>
);
export const QueueIcon = () => (
  <Icon>
    <rect x="1.8" y="2.5" width="12.4" height="3" rx="1" />
    <path d="M3.5 8.5h9M5 11h6M6.5 13.5h3" />
  </Icon>
);
export const EnginesIcon = () => (
  <Icon>
    <rect x="4" y="4" width="8" height="8" rx="1.2" />
    <path d="M6.5 1.5V4M9.5 1.5V4M6.5 12v2.5M9.5 12v2.5M1.5 6.5H4M1.5 9.5H4M12 6.5h2.5M12 9.5h2.5" />
  </Icon>
);
export const ConnectedEnginesIcon = () => (
  <Icon>
    <rect x="1.8" y="5" width="6" height="6" rx="1.2" />
    <path d="M7.8 8h2.4M10.2 5.6v4.8h1.6a2.4 2.4 0 0 0 0-4.8zM14.2 8h-.4M4.8 5V2.5M4.8 13.5V11" />
  </Icon>
);
export const SlowIcon = () => (
  <Icon>
    <circle cx="8" cy="8.8" r="5.4" />
    <path d="M8 5.8v3l2.2 1.4M6.3 1.5h3.4" />
  </Icon>
);
export const ModelsIcon = () => (
  <Icon>
    <path d="M8 1.8l5.4 3.1v6.2L8 14.2l-5.4-3.1V4.9z" />
    <path d="M2.6 4.9L8 8l5.4-3.1M8 8v6.2" />
  </Icon>
);
export const SettingsIcon = () => (
  <Icon>
    <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
    <circle cx="10" cy="4.5" r="1.8" />
    <circle cx="6" cy="11.5" r="1.8" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
);
export const RefreshIcon = () => (
  <Icon>
    <path d="M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2v3h-3" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.3v1.4M8 13.3v1.4M1.3 8h1.4M13.3 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M12.7 3.3l-1 1M4.3 11.7l-1 1" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z" />
  </Icon>
);
export const ScreenIcon = () => (
  <Icon>
    <path d="M2 3h12v8H2zM6 14h4M8 11v3" />
  </Icon>
);
export const LeaveIcon = () => (
  <Icon>
    <path d="M9.5 2.5H3v11h6.5M6.5 8H14M11.5 5.5 14 8l-2.5 2.5" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
  </Icon>
);
export const OrdersIcon = () => (
  <Icon>
    <path d="M3 1.8h10v12.4l-1.7-1.1-1.6 1.1L8 13.1l-1.7 1.1-1.6-1.1L3 14.2zM5.5 5.2h5M5.5 8.2h3.5" />
  </Icon>
);
export const RefundsIcon = () => (
  <Icon>
    <path d="M4.8 2.5 2 5.2 4.8 8M2 5.2h7.6a4.2 4.2 0 0 1 0 8.4H5" />
  </Icon>
);
export const InvoicesIcon = () => (
  <Icon>
    <path d="M3.5 1.8h6l3 3v9.4h-9zM9.3 2v3h3M5.8 8l2.2 2.3L10.2 8M8 10.3v2M6.3 10.6h3.4" />
  </Icon>
);
export const DifferencesIcon = () => (
  <Icon>
    <path d="M2.5 5.7h11M2.5 10.3h11M10.8 2.2 5.2 13.8" />
  </Icon>
);
export const ProductsIcon = () => (
  <Icon>
    <path d="M8.6 2H14v5.4L7.6 13.8 2.2 8.4zM11 5v.01" />
  </Icon>
);
export const PlansIcon = () => (
  <Icon>
    <path d="m8 2 6 3-6 3-6-3zM2 8.2l6 3 6-3M2 11.2l6 3 6-3" />
  </Icon>
);
export const RedeemIcon = () => (
  <Icon>
    <path d="M2 6h12v2.6H2zM3 8.6h10V14H3zM8 6v8M8 6C6.8 2.4 3.6 2.6 4 4.4 4.2 5.6 6 6 8 6c2 0 3.8-.4 4-1.6C12.4 2.6 9.2 2.4 8 6" />
  </Icon>
);
export const GalleryReviewsIcon = () => (
  <Icon>
    <path d="M14 7.5v-5H2v11h5M2 11l3.5-3.5 2.5 2.5M10.5 5.5v.01M9.5 12.5l1.7 1.7 3.3-3.7" />
  </Icon>
);
export const AuthorReportsIcon = () => (
  <Icon>
    <path d="M9.5 8.5a3 3 0 1 1-2-5.3M1.5 14a5 5 0 0 1 8.5-3.2M13 2.5v5.5M13 10.5v.01" />
  </Icon>
);
export const CustomRequestsIcon = () => (
  <Icon>
    <path d="M2.5 14V5.5l5-3v11.5M7.5 6.5l6 2V14M1.5 14h13M5 7v.01M5 10v.01M10.5 11v.01" />
  </Icon>
);
export const CategoriesIcon = () => (
  <Icon>
    <path d="M2 2h5v3.5H2zM9 7h5v3H9zM9 11.5h5v3H9zM4.5 5.5V13H9M4.5 8.5H9" />
  </Icon>
);
export const HotWordsIcon = () => (
  <Icon>
    <path d="M8 1.5c.5 3 4 4 4 7.5a4 4 0 0 1-8 0c0-1.5.8-2.5 1.5-3.5.4 1 .9 1.5 1.5 1.5C7.5 5 7 3.5 8 1.5z" />
  </Icon>
);
export const GallerySetsIcon = () => (
  <Icon>
    <path d="M4.5 4.5h9.5v9.5h-9.5zM2 11.5V2h9.5M4.5 11.5l3-3 2.5 2.5 1.5-1.5 2.5 2.5" />
  </Icon>
);
export const GalleryCasesIcon = () => (
  <Icon>
    <path d="M2 3.5h5.5v9.5H2zM8.5 3.5H14v9.5H8.5zM10 6h2.5M10 8.5h2.5M3.5 11l1.300-2 1.200 2" />
  </Icon>
);
export const MaterialsIcon = () => (
  <Icon>
    <path d="M2 2h12v12H2zM2 6h12M2 10h12M6 2v4M10 6v4M6 10v4" />
  </Icon>
);
export const AgreementsIcon = () => (
  <Icon>
    <path d="M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 8h5M5.5 11h3" />
  </Icon>
);
export const NoticesIcon = () => (
  <Icon>
    <path d="M2 6v4h2.5l6.5 3.5v-11L4.5 6zM13 6.5a2.5 2.5 0 0 1 0 3M5 10v3.5h2V11.400" />
  </Icon>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M2 4h12M2 8h12M2 12h12" />
  </Icon>
);
export const AuditIcon = () => (
  <Icon>
    <path d="M4 1.8h8v12.4H4zM6.2 5h3.6M6.2 8h3.6M6.2 11l1.2 1.1 2.2-2.4" />
  </Icon>
);
export const StaffIcon = () => (
  <Icon>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <circle cx="5.8" cy="7" r="1.4" />
    <path d="M3.8 10.8c.2-1.2.9-1.9 2-1.9s1.8.7 2 1.9M10 6.5h2.2M10 9.5h2.2" />
  </Icon>
);
export const RolesIcon = () => (
  <Icon>
    <path d="M8 1.8 13 3.6v3.9c0 3.2-2 5.4-5 6.7-3-1.3-5-3.5-5-6.7V3.6zM5.8 8l1.6 1.6 2.9-3" />
  </Icon>
);
export const ColumnsIcon = () => (
  <Icon>
    <path d="M2 2.5h12v11H2zM6 2.5v11M10 2.5v11" />
  </Icon>
);
export const ExportIcon = () => (
  <Icon>
    <path d="M8 2v8M5 7l3 3 3-3M2.5 11v2.5h11V11" />
  </Icon>
);
export const ImportIcon = () => (
  <Icon>
    <path d="M8 10V2M5 5l3-3 3 3M2.5 11v2.5h11V11" />
  </Icon>
);
export const ViewIcon = () => (
  <Icon>
    <path d="M3.5 2h9v12L8 11l-4.5 3z" />
  </Icon>
);
export const UndoIcon = () => (
  <Icon>
    <path d="M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6" />
  </Icon>
);
export const PencilIcon = () => (
  <Icon>
    <path d="m3 13 .6-3L10.5 3.2 13 5.7 6 12.400z" />
  </Icon>
);
