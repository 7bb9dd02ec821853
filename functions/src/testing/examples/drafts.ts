import { endOfWeeks } from '@handoff/shared/domain/agency/capacity';
import type { CallInput } from '@handoff/shared/contract/endpoint';
import type { api } from '@handoff/shared/contract/api';

type Intake = CallInput<typeof api.referrals.create, File>['body'];
/** Complete, unlike what a referral may begin with. */
type Full = Intake & { Patient: { FirstName: string; DateOfBirth: string } };
type Question = CallInput<typeof api.referrals.checkDraft, File>['body'];

/** The same for every draft of a process, because a repeated request must be identical. */
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();

/** Returns a referral as intake would type it. */
export function referralDraft(changes: Partial<Full> = {}): Full {
  return {
    ReceivedAt: anHourAgo,
    Source: {
      Kind: 'Hospital',
      Organization: 'Saint Example Hospital',
      ContactName: 'Dee Discharge',
      Phone: '(860) 555-0101',
    },
    Patient: { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1948-03-12', Phone: '8605550102' },
    Address: {
      StreetAddress: '12 MAIN ST',
      Unit: '',
      City: 'HARTFORD',
      County: 'Hartford',
      State: 'CT',
      ZipCode: '6103',
      InFile: false,
    },
    Payers: [{ Name: 'Medicare', Plan: '', MemberId: '' }],
    Services: ['Skilled nursing'],
    ClinicalSummary: 'Recovering at home.',
    ...changes,
  };
}

export const pdf = (text = 'a page', name = 'orders.pdf') =>
  new File([`%PDF-1.4\n% ${text}\n${emptyPage}`], name, { type: 'application/pdf' });

const emptyPage = [
  '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
  '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
  '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]>> endobj',
  'trailer <</Root 1 0 R>>',
  '%%EOF\n',
].join('\n');

type BodyOf<E> = CallInput<E, File> extends { body: infer B } ? B : never;
type Partner = BodyOf<typeof api.partners.create>;
type Payer = BodyOf<typeof api.contractedPayers.create>;
type Plan = BodyOf<typeof api.advantagePlans.create>;
type Area = BodyOf<typeof api.serviceAreas.create>;
type View = BodyOf<typeof api.savedViews.create>;
type Capacity = BodyOf<typeof api.capacities.set>;
type Insurance = BodyOf<typeof api.insurances.create>;

export const partnerDraft = (changes: Partial<Partner> = {}): Partner => ({
  Name: 'Saint Example Hospital',
  Kind: 'Hospital',
  Phone: '(860) 555-0101',
  Fax: '',
  Address: { StreetAddress: '1 HOSPITAL WAY', City: 'HARTFORD', State: 'CT', ZipCode: '6103' },
  Contacts: [{ Name: 'Dee Discharge', Role: 'Case manager', Phone: '', Email: 'dee@example.org' }],
  States: ['CT'],
  ServiceAreaIds: [],
  ContractedPayerIds: [],
  Comment: '',
  ...changes,
});

export const payerDraft = (changes: Partial<Payer> = {}): Payer => ({
  Name: 'Medicare',
  Aliases: ['CMS Medicare'],
  PayerId: 'CMS',
  Plans: ['Part A', 'Part B'],
  States: ['CT'],
  StartsOn: '2026-01-01',
  EndsOn: null,
  ContractIds: ['H5521'],
  ...changes,
});

/** The plan of the sandbox's third story. */
export const planDraft = (changes: Partial<Plan> = {}): Plan => ({
  Name: 'Sample Health Plan HMO',
  ContractId: 'H5521',
  PlanId: '042',
  Contracted: 'No',
  AuthorizationNeeded: 'Yes',
  ContactName: 'Pat Example',
  ContactPhone: '8605550101',
  Note: 'Answers within a day.',
  ...changes,
});

export const areaDraft = (changes: Partial<Area> = {}): Area => ({
  Name: 'Greater Hartford',
  States: ['CT'],
  Counties: [{ State: 'CT', County: 'Hartford' }],
  ZipCodes: ['6103'],
  ZipRanges: [{ From: '06105', To: '06120' }],
  Disciplines: ['Skilled nursing'],
  StartsOn: null,
  EndsOn: null,
  ...changes,
});

export const insuranceDraft = (changes: Partial<Insurance> = {}): Insurance => ({
  Name: 'Group plan of a spouse',
  Rank: 'Primary',
  PaysBeforeMedicare: true,
  ContractedPayerId: null,
  ...changes,
});

export const capacityDraft = (changes: Partial<Capacity> = {}): Capacity => ({
  Discipline: 'Skilled nursing',
  State: 'CT',
  County: 'Hartford',
  Level: 'Full',
  EndsOn: endOfWeeks(new Date().toISOString().slice(0, 10), 2),
  ...changes,
});

/** Builds a zip with everything that a reader of its directory checks: PKWARE APPNOTE 6.3, §4.3. `pack` deflates an entry. */
export function zipOf(
  entries: Record<string, string>,
  pack?: (content: Buffer) => Buffer,
): Buffer<ArrayBuffer> {
  const method = pack ? 8 : 0;
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const size = Buffer.byteLength(text);
    const content = pack?.(Buffer.from(text)) ?? Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), content);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** Returns a question about the same person, with the fields that are typed. */
export function typed(patient: Question['Patient'] = {}): Question {
  const { FirstName, LastName, DateOfBirth } = referralDraft().Patient;
  return {
    Patient: { FirstName, LastName, DateOfBirth, ...patient },
    Address: { State: 'CT', ZipCode: '06103' },
    Payers: [{ Name: 'Medicare' }],
    Services: [],
    DocumentTypeIds: [],
  };
}

export const viewDraft = (changes: Partial<View> = {}): View => ({
  Name: 'Hartford by phone',
  Shared: false,
  Filters: { View: 'Mine', SourceKind: 'Family', County: 'Hartford' },
  Sort: 'ReceivedOldest',
  Layout: { Columns: ['Received', 'Owner', 'Status'], Density: 'Compact' },
  ...changes,
});
