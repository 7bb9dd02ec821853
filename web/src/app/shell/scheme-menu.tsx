import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';
import { Menu, MenuItem } from '../../ui/menu.tsx';

const schemes = [
  { value: 'auto', label: 'As the system', Icon: IconSunMoon },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { Icon: Current } = schemes.find(({ value }) => value === colorScheme) ?? schemes[0];
  return (
    <Menu
      renderButton={(opener) => (
        <ActionIcon {...opener} size="lg" aria-label="Color scheme">
          <Current size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      {schemes.map(({ value, label, Icon }) => (
        <MenuItem
          key={value}
          icon={<Icon size={16} aria-hidden="true" />}
          end={value === colorScheme && <IconCheck size={16} aria-hidden="true" />}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
