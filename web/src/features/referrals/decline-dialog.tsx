import { Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Decision, declineReasons } from '@handoff/shared/domain/referral/referral';

interface DeclineDialogProps {
  isOpen: boolean;
  isPending: boolean;
  onClose: () => void;
  /** After it has gone from the screen. */
  onClosed: () => void;
  onDecide: (decision: Decision) => Promise<boolean>;
}

export function DeclineDialog({ isOpen, isPending, onClose, onClosed, onDecide }: DeclineDialogProps) {
  const form = useForm<{ reason: string | null; comment: string }>({
    initialValues: { reason: null, comment: '' },
    validate: { reason: (reason) => (reason === null ? 'Choose why the referral is declined' : null) },
  });

  async function decline({ reason, comment }: typeof form.values) {
    const Reason = declineReasons.find((each) => each === reason);
    if (!Reason || !(await onDecide({ Kind: 'Declined', Reason, Comment: comment }))) return;
    form.reset();
    onClose();
  }

  return (
    <Modal opened={isOpen} onClose={onClose} onExitTransitionEnd={onClosed} title="Decline this referral">
      <form onSubmit={form.onSubmit((values) => void decline(values))} noValidate>
        <Stack gap="sm">
          <Select
            label="Reason"
            placeholder="Choose a reason"
            withAsterisk
            data-autofocus
            data={[...declineReasons]}
            {...form.getInputProps('reason')}
          />
          <Textarea label="Comment" rows={3} maxLength={1000} {...form.getInputProps('comment')} />
          <p className="soft small">
            Everyone in this agency sees the reason and the comment in the activity.
          </p>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Decline the referral
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
