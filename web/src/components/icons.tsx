import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconDownload,
  IconFile,
  IconFilter,
  IconInfoCircle,
  IconMenu2,
  IconMoon,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSun,
  IconSunMoon,
  IconTrash,
  IconUpload,
  IconUser,
  IconX,
} from '@tabler/icons-react';

// For the screens that do not import from @tabler/icons-react themselves yet.
function small(Drawing: Icon) {
  return ({ size = 16 }: { size?: number }) => <Drawing size={size} aria-hidden="true" focusable="false" />;
}

export const ImportIcon = small(IconUpload);
export const BellIcon = small(IconBell);
export const MenuIcon = small(IconMenu2);
export const SunIcon = small(IconSun);
export const MoonIcon = small(IconMoon);
export const AutoIcon = small(IconSunMoon);
export const PersonIcon = small(IconUser);
export const ChevronIcon = small(IconChevronDown);
export const CheckIcon = small(IconCheck);
export const CrossIcon = small(IconX);
export const PlusIcon = small(IconPlus);
export const SearchIcon = small(IconSearch);
export const FilterIcon = small(IconFilter);
export const BackIcon = small(IconChevronLeft);
export const FileIcon = small(IconFile);
export const DownloadIcon = small(IconDownload);
export const TrashIcon = small(IconTrash);
export const AlertIcon = small(IconAlertTriangle);
export const InfoIcon = small(IconInfoCircle);
export const PencilIcon = small(IconPencil);
