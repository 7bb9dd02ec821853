import * as z from 'zod';
import {
  ContractedPayer,
  ContractedPayerDraft,
  ContractedPayerEdit,
  Insurance,
  InsuranceDraft,
  InsuranceEdit,
  Partner,
  PartnerDraft,
  PartnerEdit,
  ServiceArea,
  ServiceAreaDraft,
  ServiceAreaEdit,
} from '../domain/agency/directory.ts';
import { AdvantagePlan, AdvantagePlanDraft, AdvantagePlanEdit } from '../domain/agency/advantage-plan.ts';
import type { Permission } from '../domain/access/role.ts';
import { asRead } from '../domain/records/as-read.ts';
import { AuditEntry } from '../domain/records/audit-entry.ts';
import { defineEndpoint, get, post, put, type RecordKind, type Topic } from './endpoint.ts';
import { UsedIn } from './errors.ts';
import { Continuation, Id, edited } from '../domain/records/record-id.ts';

/** With an `Etag`, an edit of an older version is refused. */

export const CsvText = z.strictObject({ Csv: z.string().min(1, 'Choose a file').max(900_000) });
/** Line numbers are those of the file, with the header as line 1. */
export const ImportedRows = z.object({
  Added: z.number().int(),
  Changed: z.number().int(),
  Remaining: z.number().int(),
});

export const PreviewedRow = z.object({
  Line: z.number().int(),
  Name: z.string(),
  Changes: AuditEntry.shape.changes,
});

export const ImportPreview = z.object({
  /** `Changes` has what a person decides by, such as the roles of an invitation. */
  Added: z.array(PreviewedRow),
  Changed: z.array(PreviewedRow),
  Unchanged: z.number().int(),
  Rejected: z.array(z.object({ Line: z.number().int(), Name: z.string(), Reason: z.string() })),
  IgnoredColumns: z.array(z.string()),
});

type Path = `/${string}`;

interface Naming {
  label: string;
  topic: Topic & RecordKind;
  added: 'created' | 'added';
  edit: Permission;
  paths: Record<'list' | 'uses' | 'create' | 'update' | 'remove' | 'export' | 'preview' | 'import', Path>;
  methods: { update: 'PATCH' | 'PUT'; remove: 'DELETE' | 'PUT' };
}

interface Schemas<Draft extends z.ZodType, Patch extends z.ZodType, Slice extends z.ZodRawShape> {
  /** The fields of a new record, with the rules between them. */
  draft: Draft;
  patch: Patch;
  record: z.ZodObject;
  slice: Slice;
}

/** Partners, contracted payers, plans, service areas and insurances differ in names, fields and editors only. */
function partyCalls<Draft extends z.ZodType, Patch extends z.ZodType, Slice extends z.ZodRawShape>(
  { label, topic, added, edit, paths, methods }: Naming,
  { draft, patch, record, slice }: Schemas<Draft, Patch, Slice>,
) {
  const answers = { [topic]: Object.keys(slice)[0] };
  const write = { access: edit, mode: 'atomic', scope: 'domain' } as const;
  return {
    list: get(paths.list, {
      summary: `${label}: those of the business domain, by name`,
      access: 'parties.read',
      scope: 'domain',
      topic,
      query: z.strictObject({ Continuation }),
      answers,
      output: z.object({ ...slice, Continuation: z.string().nullable() }),
    }),
    uses: get(paths.uses, {
      summary: `${label}: how many records of each sort name one`,
      access: 'parties.read',
      scope: 'domain',
      record: 'id',
      query: z.strictObject({ id: Id }),
      output: z.object({ UsedIn: z.array(UsedIn) }),
    }),
    create: put(paths.create, {
      ...write,
      summary: `${label}: add one`,
      body: draft,
      answers,
      output: z.object(slice),
      success: `${label} ${added} successfully`,
    }),
    update: defineEndpoint({
      ...write,
      method: methods.update,
      path: paths.update,
      summary: `${label}: change one; only the changed fields are sent`,
      body: patch,
      answers,
      output: z.object(slice),
      success: `${label} updated successfully`,
    }),
    remove: defineEndpoint({
      ...write,
      method: methods.remove,
      path: paths.remove,
      deletes: true,
      summary:
        `${label}: delete one. In use it is refused with where; RemapTo moves those uses to another one, ` +
        'at most 40 a call: while Remaining is not 0 nothing is deleted yet and the call is to be made again. ' +
        'Merge also adds contacts, names and aliases of the deleted one to the other',
      errors: ['in_use'],
      bareAs: 'Id',
      body: asRead(
        z.strictObject({ ...edited, RemapTo: Id.optional(), Merge: z.boolean().optional() }),
        record,
      ),
      changesMore: true,
      answers,
      output: z.object({ ...slice, Remaining: z.number().int() }),
      success: `${label} deleted successfully`,
    }),
    exportFile: get(paths.export, {
      summary: `${label}: those of the business domain as CSV, with the columns that an import reads`,
      access: 'parties.read',
      scope: 'domain',
      output: 'file',
      files: ['text/csv'],
      success: 'File downloaded successfully',
    }),
    previewImport: post(paths.preview, {
      summary: `${label}: what importing a CSV would add, change and reject`,
      access: edit,
      mode: 'read',
      scope: 'domain',
      body: CsvText,
      output: ImportPreview,
    }),
    applyImport: put(paths.import, {
      ...write,
      summary:
        `${label}: add and change what a CSV says, without the rows that its preview rejects. A row is the record of ` +
        'its Id or of its name. At most 40 rows a call: while Remaining is not 0 the call is to be made again',
      body: CsvText,
      output: ImportedRows,
    }),
  } as const;
}

const underOwnName = (area: string, label: string, topic: Topic & RecordKind): Naming => ({
  label,
  topic,
  added: 'created',
  edit: 'parties.edit',
  paths: {
    list: `/${area}/get`,
    create: `/${area}/create`,
    update: `/${area}/update`,
    remove: `/${area}/delete`,
    uses: `/${area}/uses`,
    export: `/${area}/export`,
    preview: `/${area}/previewimport`,
    import: `/${area}/import`,
  },
  methods: { update: 'PATCH', remove: 'DELETE' },
});

export const partnersApi = partyCalls(underOwnName('partners', 'Agency', 'partner'), {
  draft: PartnerDraft,
  patch: asRead(PartnerEdit.extend(edited), Partner),
  record: Partner,
  slice: { PartnersInfo: z.array(Partner) },
});

export const contractedPayersApi = partyCalls(
  underOwnName('contractedpayers', 'Contracted payer', 'contractedPayer'),
  {
    draft: ContractedPayerDraft,
    patch: asRead(ContractedPayerEdit.extend(edited), ContractedPayer),
    record: ContractedPayer,
    slice: { ContractedPayersInfo: z.array(ContractedPayer) },
  },
);

/** Intake learns from its calls what a plan wants, so whoever checks eligibility records it. */
export const advantagePlansApi = partyCalls(
  {
    ...underOwnName('advantageplans', 'Medicare Advantage plan', 'advantagePlan'),
    edit: 'eligibility.check',
  },
  {
    draft: AdvantagePlanDraft,
    patch: asRead(AdvantagePlanEdit.extend(edited), AdvantagePlan),
    record: AdvantagePlan,
    slice: { AdvantagePlansInfo: z.array(AdvantagePlan) },
  },
);

export const serviceAreasApi = partyCalls(underOwnName('serviceareas', 'Service Area', 'serviceArea'), {
  draft: ServiceAreaDraft,
  patch: asRead(ServiceAreaEdit.extend(edited), ServiceArea),
  record: ServiceArea,
  slice: { ServiceAreasInfo: z.array(ServiceArea) },
});

/** The specification keeps insurances under settings, with verbs of their own. */
export const insurancesApi = partyCalls(
  {
    label: 'Insurance',
    topic: 'insurance',
    added: 'added',
    edit: 'parties.edit',
    paths: {
      list: '/settings/GetInsurances',
      create: '/settings/AddInsurance',
      update: '/settings/UpdateInsurance',
      remove: '/settings/DeleteInsurance',
      uses: '/settings/GetInsuranceUses',
      export: '/settings/ExportInsurances',
      preview: '/settings/PreviewInsurancesImport',
      import: '/settings/ImportInsurances',
    },
    methods: { update: 'PUT', remove: 'PUT' },
  },
  {
    draft: InsuranceDraft,
    patch: asRead(InsuranceEdit.extend(edited), Insurance),
    record: Insurance,
    slice: { InsurancesInfo: z.array(Insurance) },
  },
);
