import * as z from 'zod';
import { AddressState } from '../address/us-state.ts';

/** The steps in the recommended order. */
export const setupSteps = [
  'people',
  'lists',
  'serviceAreas',
  'payers',
  'addresses',
  'npi',
  'firstReferral',
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const SetupFacts = z.object({
  People: z.number().int(),
  Managers: z.number().int(),
  Statuses: z.number().int(),
  DeclineReasons: z.number().int(),
  ServiceAreas: z.number().int(),
  Payers: z.number().int(),
  Partners: z.number().int(),
  States: z.array(z.string()),
  StatesWithAddresses: z.array(z.string()),
  Npis: z.number().int(),
  HasReferral: z.boolean(),
});
export type SetupFacts = z.infer<typeof SetupFacts>;

const isDone: Record<SetupStep, (facts: SetupFacts) => boolean> = {
  people: ({ People, Managers }) => People > 1 && Managers > 0,
  lists: ({ Statuses, DeclineReasons }) => Statuses > 0 && DeclineReasons > 0,
  serviceAreas: ({ ServiceAreas }) => ServiceAreas > 0,
  payers: ({ Payers }) => Payers > 0,
  addresses: (facts) => facts.States.length > 0 && statesWithoutAddresses(facts).length === 0,
  npi: ({ Npis }) => Npis > 0,
  firstReferral: ({ HasReferral }) => HasReferral,
};

export const setupOf = (facts: SetupFacts): { Step: SetupStep; Done: boolean }[] =>
  setupSteps.map((Step) => ({ Step, Done: isDone[Step](facts) }));

/** Address files exist for some states only; in the others, addresses are typed freely. */
export const statesWithoutAddresses = ({ States, StatesWithAddresses }: SetupFacts): string[] =>
  States.filter((state) => AddressState.safeParse(state).success && !StatesWithAddresses.includes(state));
