import { Modal } from '@mantine/core';
import '../../ui/theme/dialogs.ts';
import { SessionList } from '../../ui/session-list.tsx';

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Where you are signed in">
      <SessionList />
    </Modal>
  );
}
