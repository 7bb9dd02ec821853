import { type Prefilled, PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { valueAt } from '../../../../data/records/merge.ts';
import type { Attachment } from '../../attachment.ts';
import type { Proposal } from '../reading/proposals.ts';

/** A proposal that was accepted. */
export interface Taken extends Pick<Proposal, 'path' | 'value'> {
  attachmentId: string;
}

interface Source {
  readings: ReadonlyMap<string, readonly Proposal[]>;
  attachments: readonly Pick<Attachment, 'id' | 'document'>[];
  taken: readonly Taken[];
  values: object;
}

/** Says for each document which of its proposals were used, without their values. */
export function prefilledFields({ readings, attachments, taken, values }: Source): Prefilled[] {
  return attachments.flatMap(({ id, document }) => {
    const fields = (readings.get(id) ?? []).flatMap(({ path }) => {
      const Field = PrefilledField.safeParse(path).data;
      return Field
        ? [
            {
              Field,
              Use: useOf(
                taken.find((each) => each.path === path && each.attachmentId === id),
                values,
              ),
            },
          ]
        : [];
    });
    return document && fields.length > 0 ? [{ DocumentId: document.Id, Fields: fields }] : [];
  });
}

function useOf(taken: Taken | undefined, values: object): Prefilled['Fields'][number]['Use'] {
  if (!taken) return 'not accepted';
  return valueAt(values, taken.path) === taken.value ? 'accepted' : 'accepted and changed';
}
