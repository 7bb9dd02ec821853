import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod';
import { usersApi } from '@handoff/shared/contract/people/users';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { ExistsAlready } from '../../../ui/form/exists-already.tsx';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import type { Agency, ListedUser } from './people-page.tsx';

interface InvitePersonProps {
  users: readonly ListedUser[] | undefined;
  agencies: readonly Agency[];
  onInvited: () => void;
  onClose: () => void;
}

/** Prepares roles by e-mail address. They take effect only after the person has signed in and been approved. */
export function InvitePerson(props: InvitePersonProps) {
  return (
    <FormDialog onClose={props.onClose} title="Invite a person">
      <InviteForm {...props} />
    </FormDialog>
  );
}

const Invitation = z.object({
  Email: usersApi.addExpected.body.shape.Email,
  BusinessDomainId: z.string().min(1, 'Choose the agency'),
  RoleWithinAgency: AgencyRole.exclude(['Integration']),
});

function InviteForm({ users, agencies, onInvited, onClose }: InvitePersonProps) {
  const navigate = useNavigate();
  const form = useForm({
    schema: Invitation,
    initial: { Email: '', BusinessDomainId: agencies[0]?.Id ?? '', RoleWithinAgency: 'Intake' },
    save: usersApi.addExpected,
    body: ({ values: { Email, ...role } }) => ({
      Email,
      SystemRole: 'User' as const,
      RolesWithinAgencies: [role],
    }),
    onSaved: onInvited,
  });
  const { Field } = form;
  const typed = form.values.Email.trim().toLowerCase();
  const known = users?.find(({ Email, Active }) => Active && Email.toLowerCase() === typed);
  return (
    <FormOf of={form} submit="Invite" leaves>
      <p className="soft">
        Handoff sends no e-mail. When this person first signs in, they appear here with the role you chose.
        You approve them with one click.
      </p>
      <ExistsAlready
        name={known?.FullName}
        onOpen={() => {
          onClose();
          void navigate({ to: '.', search: { person: known?.Id }, ignoreBlocker: true });
        }}
      />
      <Field name="Email" label="E-mail address" />
      <Field
        name="BusinessDomainId"
        label="Agency"
        options={agencies.map(({ Id, Name }) => ({ value: Id, label: Name }))}
      />
      <Field name="RoleWithinAgency" label="Role" />
    </FormOf>
  );
}
