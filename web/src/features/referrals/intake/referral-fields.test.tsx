// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { fieldsOf } from '@handoff/shared/domain/referral/referral-field-table';
import {
  noAddress,
  noPatient,
  noSource,
  referralParts,
  type ReferralPart,
} from '@handoff/shared/domain/referral/referral-fields';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useOwnForm } from '../../../ui/form/use-form.ts';
import { OffersContext } from './prefill/offered.ts';
import { ReferralFields } from './referral-fields.tsx';

const parts = ['Source', 'Patient', 'Address'] as const satisfies ReferralPart[];
const placed = parts.flatMap((part) => fieldsOf(part).filter(({ wide }) => wide !== undefined));
const offers = {
  accept: () => undefined,
  byPath: new Map(
    placed.map(({ path }) => [
      path,
      {
        path,
        value: 'read',
        line: '',
        place: undefined,
        doubt: undefined,
        attachmentId: 'a',
        check: { state: 'yes' as const, sentence: '' },
      },
    ]),
  ),
};

function Parts() {
  const form = useOwnForm({
    schema: z.object(referralParts),
    initial: {
      Source: { ...noSource, Kind: 'Other' as const },
      Patient: noPatient,
      Address: { ...noAddress, State: 'CT' as const, InFile: false },
    },
    save: () => Promise.resolve(undefined),
  });
  return (
    <Form of={form} label="Referral">
      <OffersContext value={offers}>
        {parts.map((part) => (
          <ReferralFields key={part} of={part} />
        ))}
      </OffersContext>
    </Form>
  );
}

test('a value from a document is offered for each field that the table places', async () => {
  await renderScreen(<Parts />);
  await waitFor(() => expect(offeredPaths()).toEqual(new Set(placed.map(({ path }) => path))));
});

const offeredPaths = () =>
  new Set(
    [...document.querySelectorAll('[data-proposed]')].map((node) => node.getAttribute('data-proposed')),
  );
