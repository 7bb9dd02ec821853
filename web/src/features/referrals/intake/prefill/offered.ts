import { createContext, use } from 'react';
import type { Check } from './checks.ts';
import type { Proposal } from '@handoff/shared/reading/read-document';

/** Stands for the id of an attachment where the text was pasted. */
export const PASTED = 'pasted';

/** A value from an attached document, or a pasted text, that a field may take. */
export interface Offered extends Proposal {
  attachmentId: string;
  check: Check;
}

export interface Offers {
  byPath: ReadonlyMap<string, Offered>;
  accept: (offer: Offered) => void;
}

/** No form but that of a new referral has proposals. */
const noOffers: Offers = { byPath: new Map(), accept: () => undefined };

export const OffersContext = createContext<Offers>(noOffers);
export const useOffers = () => use(OffersContext);
