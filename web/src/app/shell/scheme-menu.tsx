import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';

const schemes = [
  { value: 'auto', label: 'As the system', Icon: IconSunMoon },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { Icon: Current } = schemes.find(({ value }) => value === colorScheme) ?? schemes[0];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label="Color scheme">
          <Current size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden="true" />}
            rightSection={value === colorScheme ? <IconCheck size={16} aria-hidden="true" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
