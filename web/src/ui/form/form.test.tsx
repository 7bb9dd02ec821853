// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen, waitFor, within } from '@testing-library/react';
import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { insurancesApi } from '@handoff/shared/contract/parties';
import { insuranceDefaults, NewInsurance } from '@handoff/shared/domain/agency/directory';
import { textOfIssue } from '@handoff/shared/domain/records/issue-texts';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { Reply, Seen } from '../../testing/talk-to.ts';
import { Form } from './form.tsx';
import { type Form as FormOf, useForm, useOwnForm } from './use-form.ts';

const cigna = {
  ...insuranceDefaults,
  Id: 'i',
  Etag: '1',
  Name: 'Cigna',
  UpdatedAt: '2026-11-26T10:00:01Z',
  UpdatedBy: { Id: 'u-ana', FullName: 'Ana' },
};
const saved = (record: object): Reply => ({ status: 200, body: { InsurancesInfo: [record] } });
const bodies = (seen: readonly Seen[]): unknown[] => seen.map(({ body }) => JSON.parse(body));
const nameField = () => screen.findByRole('textbox', { name: /Name/ });

interface InsuranceFormProps {
  record?: typeof cigna;
  /** The keys of a part of the form, such as those of the intake's sections. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

function InsuranceForm({ record, onKeyDown }: InsuranceFormProps) {
  const { create, update } = insurancesApi;
  const initial = { ...insuranceDefaults, Name: '' };
  const form = useForm({ schema: NewInsurance, initial, record, create, update });
  return (
    <Form of={form} label="Insurance">
      <form.Field name="Name" />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its field */}
      <div onKeyDown={onKeyDown}>
        <form.Field name="PaysBeforeMedicare" label="Pays first" />
      </div>
    </Form>
  );
}

test('Enter in a checkbox saves nothing, and the parts of the form may use it', async () => {
  const unused: boolean[] = [];
  const { user, seen } = await renderScreen(
    <InsuranceForm
      record={cigna}
      onKeyDown={({ key, defaultPrevented }) => key === 'Enter' && unused.push(!defaultPrevented)}
    />,
    [saved(cigna)],
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Pays first' }));
  await user.keyboard('{Enter}');
  expect(unused).toEqual([true]);
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(bodies(seen)).toEqual([{ PaysBeforeMedicare: true, Id: 'i', Etag: '1' }]));
});

test('Ctrl+Enter creates a record with all values, and the same form then sends what changed', async () => {
  const kaiser = { ...cigna, Name: 'Kaiser' };
  const { user, seen } = await renderScreen(<InsuranceForm />, [
    saved(kaiser),
    saved({ ...kaiser, Name: 'Kaiser NW', Etag: '2' }),
  ]);
  await user.type(await nameField(), 'Kaiser{Control>}{Enter}{/Control}');
  await waitFor(() => expect(bodies(seen)).toEqual([{ ...insuranceDefaults, Name: 'Kaiser' }]));
  await user.type(await nameField(), ' NW{Control>}{Enter}{/Control}');
  await waitFor(() => expect(bodies(seen)[1]).toEqual({ Name: 'Kaiser NW', Id: 'i', Etag: '1' }));
});

test('a pasted text that is too long stays whole, and the field says so at once', async () => {
  z.config({ localeError: textOfIssue });
  const { user } = await renderScreen(<InsuranceForm />);
  const field = await nameField();
  await user.click(field);
  await user.paste('x'.repeat(128));
  expect(field).toHaveProperty('value', 'x'.repeat(128));
  await screen.findByText('Use 120 characters or fewer (this has 128)');
  await user.type(field, '{Backspace>8/}');
  expect(screen.queryByText(/characters or fewer/)).toBe(null);
});

const Person = z.object({
  First: z.string().min(2, 'Enter a first name'),
  Last: z.string().min(2, 'Enter a last name'),
});

function PersonForm({ refused }: { refused?: [string, string] }) {
  const form: FormOf<z.input<typeof Person>> = useOwnForm({
    schema: Person,
    initial: { First: '', Last: '' },
    async save() {
      if (refused) form.refuse(new Map([refused]));
      return undefined;
    },
  });
  return (
    <Form of={form}>
      <form.Field name="First" label="First" />
      <form.Field name="Last" label="Last" />
    </Form>
  );
}

test('a changed field is judged when it is left, and one that was only passed is not', async () => {
  const { user } = await renderScreen(<PersonForm />);
  await user.click(await screen.findByLabelText(/First/));
  await user.tab();
  await user.keyboard('K');
  expect(screen.queryByText('Enter a last name')).toBeNull();
  await user.tab();
  await screen.findByText('Enter a last name');
  expect(screen.queryByText('Enter a first name')).toBeNull();
  await user.type(screen.getByLabelText(/Last/), 'ay');
  await waitFor(() => expect(screen.queryByText('Enter a last name')).toBeNull());
});

test('an error that the schema cannot find stays when its field is left', async () => {
  const { user } = await renderScreen(<PersonForm refused={['First', 'Is someone else']} />);
  await user.type(await screen.findByLabelText(/First/), 'Kay');
  await user.type(screen.getByLabelText(/Last/), 'Doe{Control>}{Enter}{/Control}');
  await screen.findByText('Is someone else');
  await user.tab();
  await user.clear(screen.getByLabelText(/Last/));
  await user.keyboard('D');
  await user.tab();
  await screen.findByText('Enter a last name');
  expect(screen.queryByText('Is someone else')).not.toBeNull();
});

test('a refusal is shown at its field, which gets the focus and keeps its text', async () => {
  const { user, seen } = await renderScreen(<InsuranceForm />, [
    {
      status: 400,
      body: {
        ErrorMessage: 'Name is taken',
        code: 'invalid_request',
        fields: { Name: 'Name is taken' },
        requestId: 'r',
      },
    },
  ]);
  await user.type(await nameField(), 'Cigna');
  await user.click(screen.getByRole('button', { name: /Save/ }));
  const field = await nameField();
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('value')).toBe('Cigna');
  expect(seen).toHaveLength(1);
});

test('text typed while a slow save is answered stays as a change', async () => {
  const { promise: after, resolve: answer } = Promise.withResolvers<void>();
  const { user, seen } = await renderScreen(<InsuranceForm record={cigna} />, [
    { status: 200, body: { InsurancesInfo: [{ ...cigna, Name: 'Cigna East', Etag: '2' }] }, after },
  ]);
  await user.type(await nameField(), ' East{Control>}{Enter}{/Control}');
  await waitFor(() => expect(seen).toHaveLength(1));
  await user.type(await nameField(), ' Coast');
  answer();
  await waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));
  expect((await nameField()).getAttribute('value')).toBe('Cigna East Coast');
  await screen.findByText('1 change');
});

test('a conflict asks which value to keep, and saves the choice on the newer version', async () => {
  const theirs = {
    ...cigna,
    Name: 'Cigna West',
    Etag: '2',
    UpdatedAt: '2026-11-26T10:00:02Z',
    UpdatedBy: { Id: 'u-marcus', FullName: 'Marcus' },
  };
  const { user, seen } = await renderScreen(<InsuranceForm record={cigna} />, [
    {
      status: 409,
      body: {
        ErrorMessage: 'Someone was faster',
        code: 'conflict',
        fields: { Name: 'Marcus has changed this too' },
        current: theirs,
        requestId: 'r',
      },
    },
    saved({ ...theirs, Name: 'Cigna East', Etag: '3' }),
  ]);
  await user.type(await nameField(), ' East{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Marcus has changed this too' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Choose one of the two');
  expect(seen).toHaveLength(1);
  await user.click(within(dialog).getByRole('radio', { name: /Cigna East/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(seen)[1]).toEqual({ Name: 'Cigna East', Id: 'i', Etag: '2' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
