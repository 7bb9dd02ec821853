import { type Prefilled, PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { valueAt } from '../../../../data/records/merge.ts';
import type { Attachment } from '../../attachment.ts';
import type { IntakeValues } from '../intake-values.ts';
import type { Proposal } from '../reading/proposals.ts';
import type { PdfReading } from './read-pdf.ts';

/** A proposal that was accepted. */
export interface Taken extends Pick<Proposal, 'path' | 'value'> {
  attachmentId: string;
}

interface Source {
  readings: ReadonlyMap<string, Pick<PdfReading, 'proposals'>>;
  attachments: readonly Pick<Attachment, 'id' | 'document'>[];
  taken: readonly Taken[];
  values: Pick<IntakeValues, 'Services'>;
  servicesOf: (names: string) => readonly string[];
}

/** Says for each document which of its proposals were used, without their values. */
export function prefilledFields({ readings, attachments, taken, ...current }: Source): Prefilled[] {
  return attachments.flatMap(({ id, document }) => {
    const fields = (readings.get(id)?.proposals ?? []).flatMap(({ path }) => {
      const Field = PrefilledField.safeParse(path).data;
      return Field
        ? [
            {
              Field,
              Use: useOf(
                taken.find((each) => each.path === path && each.attachmentId === id),
                current,
              ),
            },
          ]
        : [];
    });
    return document && fields.length > 0 ? [{ DocumentId: document.Id, Fields: fields }] : [];
  });
}

function useOf(
  taken: Taken | undefined,
  { values, servicesOf }: Pick<Source, 'values' | 'servicesOf'>,
): Prefilled['Fields'][number]['Use'] {
  if (!taken) return 'not accepted';
  const isSame =
    taken.path === 'Services'
      ? servicesOf(taken.value).join() === values.Services.join()
      : valueAt(values, taken.path) === taken.value;
  return isSame ? 'accepted' : 'accepted and changed';
}
