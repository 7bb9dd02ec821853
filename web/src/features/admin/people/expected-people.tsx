import { ActionIcon, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { usersApi } from '@handoff/shared/contract/people/users';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { ExistsAlready } from '../../../ui/form/exists-already.tsx';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useRead } from '../../../data/records/use-read.ts';
import type { Agency, ListedUser } from './people-page.tsx';
import styles from './people.module.css';

interface ExpectedPeopleProps {
  users: readonly ListedUser[] | undefined;
  agencies: readonly Agency[];
  isAdding: boolean;
  onClose: () => void;
}

/** Roles prepared by email address. They take effect only after the person has signed in and been approved. */
export function ExpectedPeople({ users, agencies, isAdding, onClose }: ExpectedPeopleProps) {
  const { data } = useRead(usersApi.expected, {});
  const [canceled, setCanceled] = useState<{ Id: string; Email: string }>();
  const remove = useAction(usersApi.removeExpected, { onSuccess: () => setCanceled(undefined) });
  const nameOf = (id: string) => agencies.find(({ Id }) => Id === id)?.Name ?? 'another agency';
  const expected = data?.ExpectedUsersInfo ?? [];
  return (
    <>
      {expected.length > 0 && (
        <Group component="section" mb="lg" aria-label="Invited people">
          <h2 className="soft small">Invited</h2>
          <Group component="ul" gap="sm">
            {expected.map(({ Id, Email, RolesWithinAgencies }) => (
              <Group key={Id} component="li" gap="sm" wrap="nowrap" className={styles['invited'] ?? ''}>
                {Email}
                <span className="soft small">
                  {RolesWithinAgencies.map(
                    (role) => `${role.RoleWithinAgency} in ${nameOf(role.BusinessDomainId)}`,
                  ).join(', ')}
                </span>
                <ActionIcon
                  aria-label={`Cancel the invitation of ${Email}`}
                  onClick={() => setCanceled({ Id, Email })}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Group>
            ))}
          </Group>
        </Group>
      )}
      {canceled && (
        <ConfirmDialog
          isDanger
          title={`Cancel the invitation of ${canceled.Email}?`}
          confirm="Cancel the invitation"
          cancel="Keep it"
          isPending={remove.isPending}
          onConfirm={() => void remove.run({ body: { Id: canceled.Id } })}
          onClose={() => setCanceled(undefined)}
        >
          <p>The prepared roles are removed. This person can still sign in and wait for access.</p>
        </ConfirmDialog>
      )}
      {isAdding && (
        <FormDialog onClose={onClose} title="Invite a person">
          <ExpectPerson {...{ users, agencies, onClose }} />
        </FormDialog>
      )}
    </>
  );
}

const Expected = z.object({
  Email: usersApi.addExpected.body.shape.Email,
  BusinessDomainId: z.string().min(1, 'Choose the agency'),
  RoleWithinAgency: AgencyRole.exclude(['Integration']),
});

function ExpectPerson({ users, agencies, onClose }: Omit<ExpectedPeopleProps, 'isAdding'>) {
  const navigate = useNavigate();
  const form = useForm({
    schema: Expected,
    initial: { Email: '', BusinessDomainId: agencies[0]?.Id ?? '', RoleWithinAgency: 'Intake' },
    save: usersApi.addExpected,
    body: ({ values: { Email, ...role } }) => ({
      Email,
      SystemRole: 'User' as const,
      RolesWithinAgencies: [role],
    }),
    onSaved: onClose,
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
