import type { TestApi } from '../api.ts';
import { referralDraft, typed } from './drafts.ts';
import {
  blobName,
  breakGlassId,
  deletedReferralId,
  noteId,
  referral,
  restrictedReferral,
} from './example-records.ts';

export const referralExamples = {
  list: { as: 'vic', input: () => ({ query: { PageSize: '100' } }) },
  search: { as: 'vic', input: () => ({ body: { Text: 'sample', PageSize: 100 } }) },
  counts: { as: 'vic', input: () => ({}) },
  exportFile: { as: 'ana', input: () => ({ body: {} }) },
  rows: { as: 'vic', input: async (handoff: TestApi) => ({ query: { Ids: (await referral(handoff)).Id } }) },
  byId: { as: 'vic', input: async (handoff: TestApi) => ({ query: { id: (await referral(handoff)).Id } }) },
  checks: { as: 'vic', input: async (handoff: TestApi) => ({ query: { id: (await referral(handoff)).Id } }) },
  packet: { as: 'vic', input: async (handoff: TestApi) => ({ query: { id: (await referral(handoff)).Id } }) },
  fhir: { as: 'ana', input: async (handoff: TestApi) => ({ query: { id: (await referral(handoff)).Id } }) },
  fhirWithNumbers: {
    as: 'ana',
    input: async (handoff: TestApi) => ({
      body: { Id: (await referral(handoff)).Id, Reason: 'Billing or authorization' as const },
    }),
  },
  activity: {
    as: 'vic',
    input: async (handoff: TestApi) => ({ query: { id: (await referral(handoff)).Id } }),
  },
  checkDraft: { as: 'ana', input: () => ({ body: typed() }) },
  create: { as: 'ana', input: () => ({ body: referralDraft() }) },
  update: {
    as: 'ana',
    input: async (handoff: TestApi) => ({ body: { ...(await referral(handoff)), StatusId: 'review' } }),
  },
  revealNumbers: {
    as: 'ana',
    input: async (handoff: TestApi) => ({
      body: { Id: (await referral(handoff)).Id, Reason: 'Billing or authorization' as const },
    }),
  },
  updateNotes: {
    as: 'cal',
    input: async (handoff: TestApi) => ({
      body: { ReferralId: (await referral(handoff)).Id, ReferralNotes: [{ Text: 'Call after noon.' }] },
    }),
  },
  readNote: { as: 'vic', input: async (handoff: TestApi) => ({ body: { Id: await noteId(handoff) } }) },
  remove: { as: 'ana', input: async (handoff: TestApi) => ({ body: { Id: (await referral(handoff)).Id } }) },
  deleted: { as: 'ana', input: () => ({}) },
  restore: {
    as: 'ana',
    input: async (handoff: TestApi) => ({ body: { Id: await deletedReferralId(handoff) } }),
  },
  merge: {
    as: 'ana',
    input: async (handoff: TestApi) => {
      const [other, kept] = [await referral(handoff), await referral(handoff)];
      return { body: { Id: other.Id, Into: kept.Id } };
    },
  },
  setLegalHold: {
    as: 'mia',
    input: async (handoff: TestApi) => ({
      body: { Id: (await referral(handoff)).Id, IsHeld: true, Reason: 'Request of our counsel' },
    }),
  },
  setRestriction: {
    as: 'mia',
    input: async (handoff: TestApi) => ({
      body: {
        Id: (await referral(handoff)).Id,
        IsRestricted: true,
        Reason: 'A neighbor of our staff',
        PeopleIds: [],
      },
    }),
  },
  findRestricted: {
    as: 'vic',
    input: () => ({ body: { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1940-02-03' } }),
  },
  breakGlass: {
    as: 'vic',
    input: async (handoff: TestApi) => ({
      body: { ReferralId: (await restrictedReferral(handoff)).Id, Reason: 'The patient called in pain' },
    }),
  },
  breakGlassList: { as: 'mia', input: () => ({ query: {} }) },
  reviewBreakGlass: {
    as: 'mia',
    input: async (handoff: TestApi) => ({
      body: { Id: await breakGlassId(handoff), Finding: 'Appropriate' as const, Comment: '' },
    }),
  },
  removeDocuments: {
    as: 'ana',
    input: async (handoff: TestApi) => {
      const { Id } = await referral(handoff);
      await blobName(handoff, Id);
      return { query: { id: Id } };
    },
  },
} as const;
