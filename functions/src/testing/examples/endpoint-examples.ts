import { api, everyEndpoint, type Api, type NamedEndpoint } from '@handoff/shared/contract/api';
import type { CallInput, Endpoint } from '@handoff/shared/contract/endpoint';
import type { TestApi } from '../api.ts';
import {
  areaDraft,
  capacityDraft,
  insuranceDraft,
  partnerDraft,
  payerDraft,
  pdf,
  planDraft,
} from './drafts.ts';
import {
  agency,
  agencyDraft,
  blobName,
  party,
  referral,
  renamed,
  uploadedBlocks,
} from './example-records.ts';
import { referralMessage } from './referral-files.ts';
import { eligibilityExamples } from './eligibility-examples.ts';
import { addressStateUpdateExamples, importExamples } from './import-examples.ts';
import { realtimeExamples } from './realtime-examples.ts';
import { referralExamples } from './referral-examples.ts';
import { readmissionExamples } from './readmission-examples.ts';
import { senderLinkExamples } from './sender-link-examples.ts';
import { savedViewExamples } from './saved-view-examples.ts';
import { webhookExamples } from './webhook-examples.ts';
import { userExamples } from './user-examples.ts';
import { HARBOR, people, type PersonName } from '../people.ts';

/** A person who may make the call, and an input that it accepts; records in the input exist when it is made. */
interface Example<E> {
  as: PersonName;
  input: (handoff: TestApi) => CallInput<E, File> | Promise<CallInput<E, File>>;
}

/** A sender is no person: their calls have stories of their own. */
type CallOfPerson<Area, Call extends keyof Area> = Area[Call] extends { access: 'sender' } ? never : Call;
type Examples = {
  [Area in keyof Api]: {
    [Call in keyof Api[Area] as CallOfPerson<Api[Area], Call>]: Example<Api[Area][Call]>;
  };
};

const nothing = () => ({});
const DRAFT = '5a0c1f6e-3a07-4c1e-9b55-0d6a2f6f3c11';
const firstPage = () => ({ query: {} });

const serviceExamples: Examples['services'] = {
  uploadFile: {
    as: 'ana',
    input: async (handoff) => ({
      fields: { DocumentTypeId: 'orders', ReferralId: (await referral(handoff)).Id },
      file: pdf(),
    }),
  },
  uploadAccess: {
    as: 'ana',
    input: () => ({ query: { UploadId: '0b8f3c9e-5d52-4c55-9d1b-6f0a4a4be101', Bytes: '9000000' } }),
  },
  completeUpload: {
    as: 'ana',
    input: async (handoff) => ({
      body: {
        ...(await uploadedBlocks(handoff)),
        DocumentTypeId: 'orders',
        ReferralId: (await referral(handoff)).Id,
      },
    }),
  },
  updateFile: {
    as: 'ana',
    input: async (handoff) => ({
      params: { blobName: await blobName(handoff, (await referral(handoff)).Id) },
      body: { Name: 'order, signed.pdf' },
    }),
  },
  deleteFile: {
    as: 'ana',
    input: async (handoff) => ({
      params: { blobName: await blobName(handoff, (await referral(handoff)).Id) },
    }),
  },
  restoreFile: {
    as: 'ana',
    input: async (handoff) => {
      const params = { blobName: await blobName(handoff, (await referral(handoff)).Id) };
      await handoff.call(api.services.deleteFile, { params }, { as: 'ana' });
      return { params };
    },
  },
  viewFile: {
    as: 'vic',
    input: async (handoff) => ({
      params: { blobName: await blobName(handoff, (await referral(handoff)).Id) },
    }),
  },
  downloadFile: {
    as: 'vic',
    input: async (handoff) => ({
      params: { blobName: await blobName(handoff, (await referral(handoff)).Id) },
    }),
  },
};

const vic = `user-${people.vic.oid}`;
const status = { Id: 'new', Name: 'Received', Color: 'blue', Terminal: false } as const;

const settingsExamples: Examples['settings'] = {
  get: { as: 'vic', input: nothing },
  updateDocumentTypes: {
    as: 'mia',
    input: () => ({ body: { Etag: '', SettingsDocumentTypesInfo: [{ Id: 'orders', Name: 'Orders' }] } }),
  },
  updateReferralStatuses: {
    as: 'mia',
    input: () => ({ body: { Etag: '', SettingsReferralStatusesInfo: [status] } }),
  },
  updateEligibilityStatuses: {
    as: 'mia',
    input: () => ({ body: { Etag: '', SettingsEligibilityStatusesInfo: [status] } }),
  },
  updateDeclineReasons: {
    as: 'mia',
    input: () => ({
      body: { Etag: '', SettingsDeclineReasonsInfo: [{ Id: 'No capacity', Name: 'No capacity' }] },
    }),
  },
  updateDisciplines: {
    as: 'mia',
    input: () => ({
      body: { Etag: '', SettingsDisciplinesInfo: [{ Id: 'Hospice', Name: 'Hospice care' }] },
    }),
  },
  listUses: { as: 'mia', input: () => ({ query: { List: 'SettingsReferralStatusesInfo' } }) },
  updateUsersSystemRoles: {
    as: 'ada',
    input: () => ({ body: { Users: [{ Id: vic, Etag: 'seeded', SystemRole: 'Administrator' }] } }),
  },
  updateUsersRolesWithinAgencies: {
    as: 'ada',
    input: () => ({
      body: { BusinessDomainId: HARBOR, Users: [{ Id: vic, Etag: 'seeded', RoleWithinAgency: 'Clinician' }] },
    }),
  },
  addressStates: { as: 'vic', input: nothing },
  findPractitioners: { as: 'vic', input: () => ({ body: { Npi: '1427038314' } }) },
  findDiagnoses: { as: 'vic', input: () => ({ body: { Text: 'heart failure' } }) },
  zipCodesByState: { as: 'vic', input: () => ({ body: { state: 'CT' } }) },
  streetAddressesByStateAndCode: { as: 'vic', input: () => ({ body: { state: 'CT', code: '06103' } }) },
};

const { partners, contractedPayers, advantagePlans, serviceAreas, insurances, capacities } = api;

/** The kinds of party have calls of one shape. */
function partyExamples<Draft extends { Name: string }>(
  create: Endpoint,
  draft: Draft,
  Csv = 'Name\nImported Example\n',
) {
  const made = (handoff: TestApi) => party(handoff, create, renamed(draft, handoff));
  return {
    list: { as: 'vic', input: firstPage },
    uses: {
      as: 'vic',
      input: async (handoff: TestApi) => ({ query: { id: (await made(handoff)).Id } }),
    },
    create: { as: 'mia', input: () => ({ body: draft }) },
    update: {
      as: 'mia',
      input: async (handoff: TestApi) => ({
        body: { ...(await made(handoff)), Name: renamed(draft, handoff).Name },
      }),
    },
    remove: {
      as: 'mia',
      input: async (handoff: TestApi) => ({ body: { Id: (await made(handoff)).Id } }),
    },
    exportFile: { as: 'vic', input: nothing },
    previewImport: { as: 'mia', input: () => ({ body: { Csv } }) },
    applyImport: { as: 'mia', input: () => ({ body: { Csv } }) },
  } as const;
}

const examples: Examples = {
  users: userExamples,
  referrals: referralExamples,
  dashboard: { figures: { as: 'vic', input: firstPage } },
  services: serviceExamples,
  senderLinks: senderLinkExamples,
  settings: settingsExamples,
  imports: importExamples,
  addressStateUpdates: addressStateUpdateExamples,
  partners: {
    ...partyExamples(partners.create, partnerDraft()),
    openReferrals: { as: 'vic', input: nothing },
  },
  contractedPayers: partyExamples(contractedPayers.create, payerDraft()),
  advantagePlans: partyExamples(
    advantagePlans.create,
    planDraft(),
    'Name,Contract\nImported Example,H0001\n',
  ),
  serviceAreas: partyExamples(serviceAreas.create, areaDraft()),
  insurances: partyExamples(insurances.create, insuranceDraft()),
  capacities: {
    list: { as: 'vic', input: nothing },
    set: { as: 'ana', input: () => ({ body: capacityDraft() }) },
    remove: {
      as: 'ana',
      input: async (handoff) => ({
        body: { Id: (await party(handoff, capacities.set, capacityDraft())).Id },
      }),
    },
  },
  businessDomains: {
    list: { as: 'ada', input: nothing },
    branches: { as: 'ana', input: nothing },
    create: { as: 'ada', input: () => ({ body: agencyDraft() }) },
    update: {
      as: 'ada',
      input: async (handoff) => ({ body: { ...(await agency(handoff)), Color: 'blue' } }),
    },
    archive: {
      as: 'ada',
      input: async (handoff) => ({ body: { ...(await agency(handoff)), Archived: true } }),
    },
    setup: { as: 'mia', input: firstPage },
    figures: { as: 'ada', input: nothing },
  },
  systemHealth: { read: { as: 'ada', input: nothing } },
  savedViews: savedViewExamples,
  readmissionStops: readmissionExamples,
  webhooks: webhookExamples,
  drafts: {
    mine: { as: 'ana', input: () => ({ query: { Form: 'new-referral' as const } }) },
    save: {
      as: 'ana',
      input: () => ({
        body: { Id: DRAFT, Form: 'new-referral' as const, Values: '{"ClinicalSummary":"Half"}' },
      }),
    },
    fromFile: { as: 'ana', input: () => ({ fields: {}, file: referralMessage() }) },
    takeOver: {
      as: 'ana',
      async input(handoff) {
        const body = { Id: crypto.randomUUID(), Form: 'new-referral' as const, Values: '{}' };
        (await handoff.call(api.drafts.save, { body }, { as: 'bo' })).ok();
        return { body: { Id: body.Id } };
      },
    },
    remove: { as: 'ana', input: () => ({ body: { Id: DRAFT } }) },
  },
  medicareEligibility: eligibilityExamples,
  audit: {
    list: { as: 'mia', input: firstPage },
    record: {
      as: 'vic',
      input: async (handoff) => ({
        query: {
          Kind: 'insurance',
          Id: (await party(handoff, insurances.create, renamed(insuranceDraft(), handoff))).Id,
        },
      }),
    },
    patientAccess: {
      as: 'mia',
      input: async (handoff) => ({ query: { ReferralId: (await referral(handoff)).Id } }),
    },
    patientAccessFile: {
      as: 'mia',
      input: async (handoff) => ({ query: { ReferralId: (await referral(handoff)).Id } }),
    },
    verify: { as: 'mia', input: firstPage },
    exportFile: { as: 'mia', input: firstPage },
    systemList: { as: 'ada', input: firstPage },
    systemVerify: { as: 'ada', input: firstPage },
    systemExportFile: { as: 'ada', input: firstPage },
  },
  realtime: realtimeExamples,
  system: { health: { as: 'vic', input: nothing }, openapi: { as: 'vic', input: nothing } },
};

const byName = new Map<string, { as: PersonName; input: (handoff: TestApi) => unknown }>(
  Object.entries(examples).flatMap(([areaName, calls]) =>
    Object.entries(calls).map(([call, example]) => [`${areaName}.${call}`, example] as const),
  ),
);

export interface EndpointExample extends NamedEndpoint {
  /** `area.call` */
  name: string;
  as: PersonName;
  input: (handoff: TestApi) => unknown;
}

const callsOfPeople = everyEndpoint().filter(({ endpoint }) => endpoint.access !== 'sender');

/** Every call of a person with its example; the loops run over these. */
export const everyExample: EndpointExample[] = callsOfPeople.map((named) => {
  const name = `${named.area}.${named.call}`;
  const example = byName.get(name);
  if (!example) throw new Error(`${name} has no example`);
  return { ...named, name, ...example };
});

export const everyWrite = everyExample.filter(
  ({ endpoint: { mode } }) => mode === 'atomic' || mode === 'lease',
);

/** One call per handler: the nine states share theirs. */
export const writePerHandler = everyWrite.filter(
  ({ area, call }) => area !== 'addressStateUpdates' || call === 'CT',
);

/** Calls that create a record: a repeat under an expired key meets that record. */
const creating = [
  'referrals.create',
  'referrals.updateNotes',
  'services.uploadFile',
  'partners.create',
  'contractedPayers.create',
  'advantagePlans.create',
  'serviceAreas.create',
  'insurances.create',
  'medicareEligibility.check',
  'medicareEligibility.recheck',
  'medicareEligibility.checkPasted271',
];

export const isCreating = ({ name }: EndpointExample): boolean => creating.includes(name);

/** All other writes share their code of the pipeline, so that `npm test` only draws some of them. */
export const hasOwnWay = ({ name }: EndpointExample): boolean =>
  ['services.uploadFile', 'medicareEligibility.check', 'imports.completeUpload'].includes(name);
