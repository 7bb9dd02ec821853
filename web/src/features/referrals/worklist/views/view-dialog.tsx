import { useNavigate } from '@tanstack/react-router';
import type * as z from 'zod';
import { savedViewsApi } from '@handoff/shared/contract/referrals/saved-views';
import { type SavedView, SavedViewDraft } from '@handoff/shared/domain/referral/saved-view';
import { Form as FormOf } from '../../../../ui/form/form.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { type Form, useOwnForm } from '../../../../ui/form/use-form.ts';
import { useAction } from '../../../../data/send/outbox.ts';
import { useMay } from '../../../../data/current-person.ts';
import { useSettings } from '../../../../data/use-settings.ts';

const Named = SavedViewDraft.pick({ Name: true, Shared: true });

interface ViewDialogProps {
  /** Undefined for a new view. */
  view?: SavedView;
  /** The selection and layout that a new view saves. */
  current: Pick<SavedView, 'Filters' | 'Sort' | 'Layout'>;
  onSaved?: () => void;
  onClose: () => void;
}

/** Names a view and says who sees it; its content is on the page behind. */
export function ViewDialog({ view, current, onSaved, onClose }: ViewDialogProps) {
  const mayShare = useMay('referrals.edit');
  const navigate = useNavigate();
  const { reading } = useSettings();
  const create = useAction(savedViewsApi.create);
  const update = useAction(savedViewsApi.update);
  const form: Form<z.input<typeof Named>> = useOwnForm({
    schema: Named,
    initial: { Name: view?.Name ?? '', Shared: view?.Shared ?? false },
    save: async ({ values }) => {
      const answer = view
        ? await update.run({ body: { Id: view.Id, ...values } })
        : await create.run({ body: { ...values, ...current } });
      if (!answer.ok) return undefined;
      const [saved] = answer.output.SavedViewsInfo;
      if (!saved) return undefined;
      await reading.refresh();
      if (!view) await navigate({ to: '/referrals', search: { saved: saved.Id } });
      onSaved?.();
      return saved;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title={view ? 'Rename or share the view' : 'Save view'}>
      <FormOf of={form} submit={view ? 'Save' : 'Save view'} leaves>
        <form.Field name="Name" hint="Filters, order, columns and row height are kept. A search is not." />
        {(mayShare || view?.Shared === true) && (
          <form.Field
            name="Shared"
            label="Share with everyone in the agency"
            hint="Managers can change and delete a shared view, too."
          />
        )}
      </FormOf>
    </FormDialog>
  );
}
