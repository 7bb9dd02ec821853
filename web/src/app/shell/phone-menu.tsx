import { Button, Drawer } from '@mantine/core';
import '../../ui/theme/dialogs.ts';
import { Link } from '@tanstack/react-router';
import { Rail } from './rail.tsx';
import { SchemeMenu } from './scheme-menu.tsx';

/** The rail on a phone, with the controls that do not fit in the top bar. */
export function PhoneMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={onClose} title="Handoff" size={260} padding="sm">
      <Rail onFollow={onClose} />
      <SchemeMenu />
      <Button variant="subtle" renderRoot={(props) => <Link {...props} to="/help" onClick={onClose} />}>
        Help
      </Button>
    </Drawer>
  );
}
