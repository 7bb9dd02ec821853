import { Modal } from '@mantine/core';
import '../../ui/theme/dialogs.ts';
import { Link } from '@tanstack/react-router';
import { ShortcutList } from '../../ui/shortcut-list.tsx';

/** Lies over the page, which keeps its place and selection. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened centered title="Keyboard shortcuts" onClose={onClose}>
      <ShortcutList />
      <Link to="/help" className="link" onClick={onClose}>
        Help
      </Link>
    </Modal>
  );
}
