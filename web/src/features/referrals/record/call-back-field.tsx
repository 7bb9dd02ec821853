import { IconPhone } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useNow } from '../../../data/use-now.ts';
import { agencyMinute, timeOfMinute, zoneName } from '../../../text/agency-time.ts';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type Form, useOwnForm } from '../../../ui/form/use-form.ts';
import { minuteInput } from '../../../ui/inputs/time-input.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { CallBack } from '../call-back.tsx';
import { callBackTimes } from './call-back-times.ts';
import rail from './referral-rail.module.css';
import styles from '../call-back.module.css';

interface CallBackFieldProps {
  referral: Referral;
  mayEdit: boolean;
  onChange: (at: string | null) => void;
}

/** A reminder to call about a referral that waits for its answer. */
export function CallBackField({ referral: { CallBackAt, Decision }, mayEdit, onChange }: CallBackFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const now = useNow();
  if (Decision.Kind !== 'Pending' || (!mayEdit && !CallBackAt)) return null;
  return (
    <div className={styles['field']}>
      <span className={rail['label']}>Call back</span>
      {CallBackAt && <CallBack at={CallBackAt} isLong />}
      {mayEdit && (
        <div className={styles['verbs']}>
          <Menu
            width={188}
            position="bottom-start"
            renderButton={(opener) =>
              CallBackAt ? (
                <button type="button" className="text-button" {...opener}>
                  Change the time
                </button>
              ) : (
                <Button
                  {...opener}
                  size="compact-sm"
                  leftSection={<IconPhone size={16} aria-hidden="true" />}
                >
                  Call back later
                </Button>
              )
            }
          >
            {callBackTimes(now).map(({ name, at }) => (
              <MenuItem key={name} onClick={() => onChange(at)}>
                {name}
              </MenuItem>
            ))}
            <MenuDivider />
            <MenuItem onClick={() => setTyping(true)}>Another time…</MenuItem>
          </Menu>
          {CallBackAt && (
            <button type="button" className="text-button" onClick={() => onChange(null)}>
              Remove
            </button>
          )}
        </div>
      )}
      {isTyping && (
        <OwnTime at={CallBackAt ?? undefined} onSave={onChange} onClose={() => setTyping(false)} />
      )}
    </div>
  );
}

const Time = z.object({
  At: z
    .string()
    .refine((minute) => timeOfMinute(minute) !== undefined, 'Enter a day and a time, such as 12/1 2:00 PM')
    .refine((minute) => (timeOfMinute(minute)?.getTime() ?? Infinity) > Date.now(), 'Enter a time to come'),
});

interface OwnTimeProps {
  at: string | undefined;
  onSave: (at: string) => void;
  onClose: () => void;
}

function OwnTime({ at, onSave, onClose }: OwnTimeProps) {
  const [start] = useState(() => at ?? callBackTimes(Date.now())[0]?.at ?? '');
  const form: Form<z.input<typeof Time>> = useOwnForm({
    schema: Time,
    initial: { At: agencyMinute(new Date(start)) },
    save: async ({ values }) => {
      const time = timeOfMinute(values.At);
      if (time) onSave(time.toISOString());
      return values;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title="Call back later">
      <FormOf of={form} submit="Remind me" leaves>
        <form.Field name="At" label={['Day and time', zoneName()].filter(Boolean).join(', ')}>
          {minuteInput}
        </form.Field>
      </FormOf>
    </FormDialog>
  );
}
