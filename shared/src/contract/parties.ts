import * as z from 'zod';
import {
  ContractedPayer,
  Insurance,
  NewContractedPayer,
  NewInsurance,
  NewPartner,
  NewServiceArea,
  Partner,
  ServiceArea,
} from '../domain/party.ts';
import { defineEndpoint } from './endpoint.ts';

const Id = z.string().max(80);
const edited = { Id, Etag: z.string().max(80) };
const Continuation = z.string().max(4000).optional();

interface PartyNaming<Path extends string, Label extends string, Slice extends string> {
  path: Path;
  label: Label;
  slice: Slice;
}

/** Partners, contracted payers and service areas differ in names and fields only. */
function partyCalls<
  Path extends string,
  Label extends string,
  Slice extends string,
  Entity extends z.ZodObject,
  Draft extends z.ZodObject,
>(naming: PartyNaming<Path, Label, Slice>, schemas: { entity: Entity; draft: Draft }) {
  const output = z.record(z.literal(naming.slice), z.array(schemas.entity));
  const page = output.and(z.object({ Continuation: z.string().nullable() }));
  const write = { access: 'parties.edit', mode: 'atomic', scope: 'domain', output } as const;
  const { path, label } = naming;
  return {
    list: defineEndpoint({
      method: 'GET',
      path: `/${path}/get`,
      summary: `${label}: all of the business domain`,
      access: 'parties.read',
      mode: 'read',
      scope: 'domain',
      query: z.strictObject({ Continuation }),
      output: page,
    }),
    create: defineEndpoint({
      ...write,
      method: 'PUT',
      path: `/${path}/create`,
      summary: `${label}: add one`,
      body: schemas.draft,
      success: `${label} created successfully`,
    }),
    update: defineEndpoint({
      ...write,
      method: 'PATCH',
      path: `/${path}/update`,
      summary: `${label}: change one`,
      body: schemas.draft.partial().extend(edited),
      success: `${label} updated successfully`,
    }),
    remove: defineEndpoint({
      ...write,
      method: 'DELETE',
      path: `/${path}/delete`,
      summary: `${label}: delete one`,
      body: z.strictObject({ Id }),
      success: `${label} deleted successfully`,
    }),
  } as const;
}

export const partners = partyCalls(
  { path: 'partners', label: 'Agency', slice: 'PartnersInfo' },
  { entity: Partner, draft: NewPartner },
);

export const contractedPayers = partyCalls(
  { path: 'contractedpayers', label: 'Contracted payer', slice: 'ContractedPayersInfo' },
  { entity: ContractedPayer, draft: NewContractedPayer },
);

export const serviceAreas = partyCalls(
  { path: 'serviceareas', label: 'Service Area', slice: 'ServiceAreasInfo' },
  { entity: ServiceArea, draft: NewServiceArea },
);

const InsuranceSlice = z.object({ InsurancesInfo: z.array(Insurance) });
const insuranceWrite = {
  method: 'PUT',
  access: 'parties.edit',
  mode: 'atomic',
  scope: 'domain',
  output: InsuranceSlice,
} as const;

/** The specification keeps insurances under settings, with verbs of their own. */
export const insurances = {
  list: defineEndpoint({
    method: 'GET',
    path: '/settings/GetInsurances',
    summary: 'Insurances: all of the business domain',
    access: 'parties.read',
    mode: 'read',
    scope: 'domain',
    output: InsuranceSlice,
  }),
  add: defineEndpoint({
    ...insuranceWrite,
    path: '/settings/AddInsurance',
    summary: 'Insurances: add one',
    body: NewInsurance,
    success: 'Insurance added successfully',
  }),
  update: defineEndpoint({
    ...insuranceWrite,
    path: '/settings/UpdateInsurance',
    summary: 'Insurances: change one',
    body: NewInsurance.partial().extend(edited),
    success: 'Insurance updated successfully',
  }),
  remove: defineEndpoint({
    ...insuranceWrite,
    path: '/settings/DeleteInsurance',
    summary: 'Insurances: delete one',
    body: z.strictObject({ Id }),
    success: 'Insurance deleted successfully',
  }),
} as const;
