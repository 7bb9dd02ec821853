import { Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod';
import { referralRestrictionApi } from '@handoff/shared/contract/referrals/referral-restriction';
import type { Person } from '@handoff/shared/domain/access/user';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { RestrictionReason } from '@handoff/shared/domain/referral/restriction';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useMay } from '../../../data/current-person.ts';
import { formatDateTime } from '../../../text/format.ts';
import styles from '../record/referral-rail.module.css';

interface RestrictionProps {
  referral: Referral;
  /** The people of the agency. */
  people: readonly Person[];
}

/** Shows who can see a restricted referral. Managers restrict it, name people and lift the restriction. */
export function Restriction({ referral, people }: RestrictionProps) {
  const mayManage = useMay('restrictions.manage');
  const [verb, setVerb] = useState<Verb | undefined>();
  const { Restriction: restriction } = referral;
  if (!restriction && !mayManage) return null;
  const verbs: Verb[] = restriction ? ['Change', 'Lift'] : ['Restrict'];
  const close = () => setVerb(undefined);
  return (
    <section>
      <Group gap="sm" wrap="nowrap" justify="space-between" className={styles['head'] ?? ''}>
        <h2>Restriction</h2>
        {mayManage && (
          <span className={styles['verbs']}>
            {verbs.map((each) => (
              <button key={each} type="button" className="text-button" onClick={() => setVerb(each)}>
                {each}…
              </button>
            ))}
          </span>
        )}
      </Group>
      {restriction ? (
        <>
          <p className={styles['hold']}>
            <IconEyeOff size={16} aria-hidden="true" /> Only named people see it
          </p>
          <p className={styles['small']}>
            {namesOf(referral)}
            <br />
            {restriction.Reason}
            <br />
            Since {formatDateTime(restriction.Since)}, by {restriction.By.FullName}
          </p>
        </>
      ) : (
        <p className={styles['small']}>Everyone in this agency can see it.</p>
      )}
      <FormDialog opened={verb !== undefined} onClose={close} title={verb && titles[verb]}>
        {verb && <RestrictionForm {...{ referral, people, verb }} onClose={close} />}
      </FormDialog>
    </section>
  );
}

type Verb = 'Restrict' | 'Change' | 'Lift';

const titles: Record<Verb, string> = {
  Restrict: 'Restrict to named people',
  Change: 'Change who can see this referral',
  Lift: 'Lift the restriction',
};

function namesOf({ Owner, CreatedBy, Restriction: restriction }: Referral): string {
  const named = [Owner, CreatedBy, ...(restriction?.People ?? [])].flatMap(
    (person) => person?.FullName ?? [],
  );
  return `Managers, ${[...new Set(named)].join(', ')}`;
}

interface RestrictionFormProps extends RestrictionProps {
  verb: Verb;
  onClose: () => void;
}

const schema = z.object({ PeopleIds: z.array(z.string()).max(20), Reason: RestrictionReason });

function RestrictionForm({ referral, people, verb, onClose }: RestrictionFormProps) {
  const isRestricted = verb !== 'Lift';
  const { Id, Restriction: restriction } = referral;
  const form = useForm({
    schema,
    initial: {
      PeopleIds: restriction?.People.map((person) => person.Id) ?? [],
      Reason: isRestricted ? (restriction?.Reason ?? '') : '',
    },
    save: referralRestrictionApi.setRestriction,
    body: ({ values: { Reason, PeopleIds } }) => ({
      Id,
      IsRestricted: isRestricted,
      Reason,
      PeopleIds: isRestricted ? PeopleIds : [],
    }),
    onSaved: onClose,
  });
  return (
    <FormOf
      of={form}
      submit={{ Restrict: 'Restrict', Change: 'Save', Lift: 'Lift the restriction' }[verb]}
      leaves
    >
      {isRestricted && (
        <form.Field
          name="PeopleIds"
          label="People who can see it"
          hint="Managers, the owner and the person who recorded it always can. Hidden from everyone else."
          options={people.map((person) => ({ value: person.Id, label: person.FullName }))}
        />
      )}
      <form.Field
        name="Reason"
        hint={
          isRestricted
            ? 'People who can see the referral also see the reason.'
            : 'After that, everyone in this agency can see it. The reason is logged.'
        }
      />
    </FormOf>
  );
}
