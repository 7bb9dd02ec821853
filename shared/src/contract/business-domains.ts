import * as z from 'zod';
import { BranchCapacity } from '../domain/agency/capacity.ts';
import { BusinessDomain, NewAgency, NewBusinessDomain } from '../domain/agency/business-domain.ts';
import { PostalAddress } from '../domain/agency/kept-record.ts';
import { SetupFacts, setupSteps } from '../domain/agency/setup.ts';
import { get, patch, put } from './endpoint.ts';
import { Etag, Id } from '../domain/records/record-id.ts';

const BusinessDomains = z.object({ BusinessDomainsInfo: z.array(BusinessDomain) });
const edited = { Id, Etag };
const managed = { access: 'agencies.manage', scope: 'system' } as const;

export const businessDomainsApi = {
  list: get('/businessdomains/get', {
    ...managed,
    summary: 'All agencies of ours by name, the archived included',
    topic: 'businessDomain',
    answers: { businessDomain: 'BusinessDomainsInfo' },
    output: BusinessDomains,
  }),
  branches: get('/businessdomains/getbranches', {
    summary:
      'The other agencies of ours that a referral can be transferred to, by name, with what is limited or full there',
    access: 'referrals.edit',
    scope: 'domain',
    topic: 'businessDomain',
    output: z.object({
      BranchesInfo: z.array(
        BusinessDomain.pick({ Id: true, Name: true, Kind: true, States: true }).extend({
          Capacities: z.array(BranchCapacity),
        }),
      ),
    }),
  }),
  create: put('/businessdomains/create', {
    ...managed,
    summary:
      'Create an agency of ours, with the lists that its kind begins with, or with the lists, service areas and payers ' +
      'of the agency that CopyFrom names',
    // Its lists are written into its own partition before anyone can see the agency.
    mode: 'lease',
    body: NewAgency,
    answers: { businessDomain: 'BusinessDomainsInfo' },
    output: BusinessDomains,
    success: 'Our agency created successfully',
  }),
  update: patch('/businessdomains/update', {
    ...managed,
    summary: 'Change an agency of ours; only the changed fields are sent, and its lists stay as they are',
    mode: 'atomic',
    body: NewBusinessDomain.extend({ Address: PostalAddress.partial() }).partial().extend(edited),
    answers: { businessDomain: 'BusinessDomainsInfo' },
    output: BusinessDomains,
    success: 'Our agency updated successfully',
  }),
  archive: patch('/businessdomains/archive', {
    ...managed,
    errors: ['in_use'],
    summary: 'Archive an agency of ours no one works in any more, or bring it back; its records are kept',
    mode: 'atomic',
    body: z.strictObject({ ...edited, Archived: z.boolean() }),
    answers: { businessDomain: 'BusinessDomainsInfo' },
    output: BusinessDomains,
    success: 'Our agency updated successfully',
  }),
  setup: get('/businessdomains/getsetup', {
    summary: 'What is set up in an agency of ours and what is missing, in numbers',
    access: 'setup.read',
    topic: 'businessDomain',
    scope: 'domain',
    mayNameDomain: true,
    query: z.strictObject({ BusinessDomainId: Id.optional() }),
    output: SetupFacts.extend({
      BusinessDomainInfo: BusinessDomain,
      Steps: z.array(z.object({ Step: z.enum(setupSteps), Done: z.boolean() })),
    }),
  }),
} as const;
