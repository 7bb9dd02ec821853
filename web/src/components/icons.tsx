import type { ReactNode } from 'react';

const icon = (drawing: ReactNode) =>
  function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {drawing}
      </svg>
    );
  };

export const InboxIcon = icon(<path d="M4 13h4l2 3h4l2-3h4M6 5h12l2 8v6H4v-6z" />);
export const ImportIcon = icon(<path d="M12 4v11m0 0-4-4m4 4 4-4M4 17v3h16v-3" />);
export const BellIcon = icon(<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const SunIcon = icon(
  <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M19 5l-1.4 1.4M6.4 17.6 5 19" />,
);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />);
export const AutoIcon = icon(<path d="M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18M12 7h6m-6 5h9m-9 5h6" />);
export const PersonIcon = icon(<path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />);
export const ChevronIcon = icon(<path d="m6 9 6 6 6-6" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CrossIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const SearchIcon = icon(<path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4" />);
export const FilterIcon = icon(<path d="M4 6h16M7 12h10M10 18h4" />);
export const BackIcon = icon(<path d="M14 6l-6 6 6 6" />);
export const FileIcon = icon(<path d="M6 3h8l4 4v14H6zM14 3v4h4" />);
export const DownloadIcon = icon(<path d="M12 4v11m0 0-4-4m4 4 4-4M5 20h14" />);
export const TrashIcon = icon(<path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5m3-5v5" />);
export const ShieldIcon = icon(
  <path d="M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM9 11.5l2.2 2.2L15.2 9.5" />,
);
export const AlertIcon = icon(<path d="M12 4 2.8 20h18.4zM12 10v4.5m0 2.6v.2" />);
export const InfoIcon = icon(<path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5m0-8.6v.2" />);
export const PencilIcon = icon(<path d="M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19zM14.5 6.5l3 3" />);
export const HistoryIcon = icon(
  <path d="M4.5 12a7.5 7.5 0 1 1 2.4 5.5M4.5 12 2.5 9.8M4.5 12l2.2-2M12 8v4.5l3 1.8" />,
);
