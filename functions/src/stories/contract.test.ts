import { api, everyEndpoint } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';
import * as z from 'zod';
import { validatorAt } from '../testing/examples/documented-answers.ts';
import { expect, test } from 'vitest';

/** The states of the specification; others are additions. */
const states: readonly string[] = ['CT', 'ME', 'MA', 'NH', 'NJ', 'NY', 'PA', 'RI', 'VT'];
const party = (path: string) => [
  `GET /${path}/get`,
  `PUT /${path}/create`,
  `PATCH /${path}/update`,
  `DELETE /${path}/delete`,
];

/** The calls of the specification, letter for letter. */
const specification = [
  'POST /users/check',
  'GET /users/securityinfo',
  'GET /users/getbussinessdomaininformation',
  'POST /users/switchbussinessdomaininformation',
  'GET /users/get',
  'GET /users/getusernotificationsbyid',
  'PUT /users/create',
  'PATCH /users/update',
  'DELETE /users/delete',
  'GET /settings/get',
  'GET /settings/GetInsurances',
  'GET /settings/GetHistoricalMedicareSearches',
  'PUT /settings/UpdateInsurance',
  'PUT /settings/AddInsurance',
  'PUT /settings/DeleteInsurance',
  'POST /settings/GetZipCodesByState',
  'POST /settings/GetStreetAddressesByStateAndCode',
  'PUT /settings/uploadStateFileAndStartProcessing',
  ...states.map((state) => `PUT /settings/UpdateAddressState${state}`),
  'PUT /settings/updatedocumenttypes',
  'PUT /settings/updatereferralstatuses',
  'PUT /settings/updateeligibilitystatuses',
  'PUT /settings/UpdateUsersSystemRoles',
  'PUT /settings/UpdateUsersRolesWithinAgencies',
  'POST /services/uploadfile',
  'DELETE /services/deletefile/{blobName}',
  'GET /services/downloadfile/{blobName}',
  'GET /referrals/get',
  'GET /referrals/getreferralbyid',
  'PUT /referrals/create',
  'PATCH /referrals/update',
  'PATCH /referrals/updatereferralnotes',
  'PATCH /referrals/readreferralnotebyid',
  'DELETE /referrals/delete',
  'DELETE /referrals/deletereferraldocumentsbyid',
  ...party('partners'),
  ...party('contractedpayers'),
  ...party('serviceareas'),
  'POST /medicareeligibility/checkeligibility',
];

/** Calls that the product needs beyond the specification. */
const additions = [
  ...'GET /dashboard/get, GET /services/getfileupload, POST /services/completefileupload'.split(', '),
  ...'GET /drafts/get, PUT /drafts/save, POST /drafts/takeover, POST /drafts/fromfile, DELETE /drafts/delete'.split(
    ', ',
  ),
  ...party('savedviews').slice(1),
  ...'GET /capacities/get, PUT /capacities/set, DELETE /capacities/delete'.split(', '),
  ...party('advantageplans'),
  ...'GET get, PUT create, PATCH update, PATCH revoke, GET view, POST upload, POST write'
    .split(', ')
    .map((call) => call.replace(' ', ' /senderlinks/')),
  ...['webhooks', 'readmissionstops'].flatMap((path) => party(path)),
  ...['PATCH sendagain', 'PATCH sendtest', 'PATCH rotatesecret', 'POST showsecret', 'GET getdeliveries'].map(
    (call) => call.replace(' ', ' /webhooks/'),
  ),
  ...['rows', 'activity', 'checks', 'packet', 'fhir'].map((part) => `GET /referrals/getreferral${part}`),
  'GET /referrals/getdeletedreferrals',
  'GET /referrals/getreferralcounts',
  'GET /system/gethealth',
  'POST /settings/RecognizeStateFile',
  ...['GET /services/viewfile', 'PATCH /services/restorefile', 'PATCH /services/updatefile'].map(
    (call) => `${call}/{blobName}`,
  ),
  ...'search export findrestricted revealpatientnumbers exportfhirwithnumbers presence checkreferraldraft'
    .split(' ')
    .map((call) => `POST /referrals/${call}`),
  ...'restore merge setlegalhold setrestriction reviewbreakglass'
    .split(' ')
    .map((call) => `PATCH /referrals/${call}`),
  ...'PUT /referrals/breakglass, GET /referrals/getbreakglass, POST /users/signout, GET /users/getsessions'.split(
    ', ',
  ),
  ...['read*notification', 'readall*notifications', 'update*notificationsettings'].flatMap((name) =>
    ['user', 'personal'].map((of) => `PATCH /users/${name.replace('*', of)}`),
  ),
  'GET /users/getpersonalnotifications',
  ...'GET /medicareeligibility/comparechecks, GET /medicareeligibility/getcheckbyid'.split(', '),
  'GET /medicareeligibility/downloadexchange',
  'GET /medicareeligibility/getplanmemory',
  'POST /medicareeligibility/checkpasted271',
  'POST /medicareeligibility/openexchange',
  'POST /medicareeligibility/recheck',
  'GET /medicareeligibility/getbatches',
  'GET /medicareeligibility/getbatchbyid',
  'GET /settings/getmedicareplans',
  'GET /settings/exportmedicareplans',
  'POST /settings/previewmedicareplans',
  'PUT /settings/importmedicareplans',
  'PUT /medicareeligibility/startbatch',
  'PATCH /medicareeligibility/retrybatch',
  'PATCH /medicareeligibility/resolvefinding',
  'GET /settings/getaddressstates',
  'POST /settings/findpractitioners',
  'POST /settings/finddiagnoses',
  'GET /settings/geteligibilitysettings',
  'PUT /settings/updateeligibilitysettings',
  ...['partners', 'contractedpayers', 'advantageplans', 'serviceareas'].flatMap((area) => [
    `GET /${area}/uses`,
    `GET /${area}/export`,
    `POST /${area}/previewimport`,
    `PUT /${area}/import`,
  ]),
  'GET /settings/GetInsuranceUses',
  'GET /settings/ExportInsurances',
  'POST /settings/PreviewInsurancesImport',
  'PUT /settings/ImportInsurances',
  'PUT /settings/updatedeclinereasons',
  'GET /businessdomains/get',
  'PUT /businessdomains/create',
  'PATCH /businessdomains/update',
  'PATCH /businessdomains/archive',
  'GET /businessdomains/getsetup',
  'GET /businessdomains/getfigures',
  'GET /businessdomains/getbranches',
  'GET /users/getwaiting',
  'GET /users/getexpected',
  'PUT /users/addexpected',
  'DELETE /users/deleteexpected',
  'GET /users/getopenwork',
  'GET /users/getopenreferrals',
  'GET /partners/getopenreferrals',
  'PUT /users/handoveropenwork',
  ...'GET /users/getaccessreview, GET /users/exportaccessreview'.split(', '),
  ...'GET /users/export, POST /users/previewimport, PUT /users/import'.split(', '),
  ...'PATCH /users/confirmaccess, DELETE /users/removeaccess'.split(', '),
  'PUT /settings/updatedisciplines',
  'GET /settings/getlistuses',
  'GET /audit/get',
  'GET /audit/getrecord',
  'GET /audit/getpatientaccess',
  'GET /audit/exportpatientaccess',
  'GET /audit/verify',
  'GET /audit/export',
  'GET /audit/getsystem',
  'GET /audit/verifysystem',
  'GET /audit/exportsystem',
  'GET /settings/GetStateFileUpload',
  ...['BeginStateFileUpload', 'CompleteStateFileUpload', 'CorrectStateFileColumns', 'SaveStateFileRules'].map(
    (name) => `PUT /settings/${name}`,
  ),
  ...['Imports', 'ImportById', 'ImportImpact', 'Rules'].map((name) => `GET /settings/GetStateFile${name}`),
  'GET /settings/DownloadStateFileRejects/{importId}',
  ...FileSubject.options
    .filter((state) => !states.includes(state))
    .map((state) => `PUT /settings/UpdateAddressState${state}`),
  ...'POST /negotiate, GET /health, GET /openapi.json'.split(', '),
];

const declared = everyEndpoint().map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
const sorted = (rows: readonly string[]) => rows.toSorted((a, b) => (a < b ? -1 : 1));

test('every call of the specification is declared once, in its spelling', () => {
  expect(sorted(declared)).toEqual(sorted([...specification, ...additions]));
});

test('no two calls differ only in case, which the host ignores', () => {
  expect(new Set(declared.map((row) => row.toLowerCase())).size).toBe(declared.length);
});

test('path parameters match the names in the schema', () => {
  const declaredNames = everyEndpoint().map(({ endpoint }) => Object.keys(endpoint.params?.shape ?? {}));
  const namesInPath = everyEndpoint().map(({ endpoint }) =>
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  );
  expect(declaredNames).toEqual(namesInPath);
});

test('every part of an input is strict, so that unknown fields are refused', () => {
  const open = everyEndpoint().flatMap(({ area, call, endpoint }) =>
    partsOf(endpoint)
      .map((schema) => z.toJSONSchema(schema, { io: 'input' }))
      .filter((schema) => schema.type !== 'object' || schema.additionalProperties !== false)
      .map(() => `${area}.${call}`),
  );
  expect(open).toEqual([]);
});

function partsOf(endpoint: Endpoint): z.core.$ZodType[] {
  const fields = 'upload' in endpoint ? endpoint.upload?.fields : undefined;
  return [endpoint.params, endpoint.query, bodyOf(endpoint), fields].filter((schema) => schema !== undefined);
}

test('the API document has every call, with its key, permission and errors', () => {
  const { openapi, paths, security, components } = openApiDocument('1');
  expect(openapi).toBe('3.1.1');
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(sorted(documented)).toEqual(sorted(declared));
  expect(paths['/referrals/create']?.['put']).toMatchObject({
    'x-access': 'referrals.edit',
    parameters: [
      { $ref: '#/components/parameters/IdempotencyKey' },
      { $ref: '#/components/parameters/BusinessDomain' },
    ],
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ReferralDraft' } } },
    },
    responses: {
      '4XX': { $ref: '#/components/responses/WriteRefused' },
      409: { $ref: '#/components/responses/DomainChangedOrConflict' },
    },
  });
  expect(components).toMatchObject({
    schemas: { ReferralDraft: { required: expect.arrayContaining(['Patient']) } },
    responses: {
      DomainChangedOrConflict: {
        content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, {}] } } },
      },
    },
  });
  expect(security).toEqual([{ entra: [] }]);
  expect(paths['/health']?.['get']).toMatchObject({ security: [] });
  expect(api.system.health.access).toBe('public');
});

const document = openApiDocument('1');
const Content = z.record(z.string(), z.object({ example: z.unknown().optional() }));
const Operation = z.object({
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
});

test.each(everyEndpoint().map(({ area, call, endpoint }) => ({ name: `${area}.${call}`, endpoint })))(
  'the example of $name passes its schema and its validation',
  { tags: ['long'] },
  ({ endpoint }) => {
    const { requestBody, responses } = Operation.parse(
      document.paths[endpoint.path]?.[endpoint.method.toLowerCase()],
    );
    const wrong = Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]) => {
      if (example === undefined) return [];
      const validate = validatorAt(['requestBody', 'content', type], endpoint);
      return validate(example) ? [] : [validate.errors];
    });
    expect(wrong).toEqual([]);
    const sent = requestBody?.content['application/json']?.example;
    const body = bodyOf(endpoint);
    expect(sent === undefined || !body ? undefined : z.safeParse(body, sent).error).toBeUndefined();
    expect(Object.keys(responses['200']?.content ?? {})).not.toEqual([]);
  },
);

const bodyOf = (endpoint: Endpoint) => ('body' in endpoint ? endpoint.body : undefined);

test('every read is live except counts, numbers, imported files and their rules, previews, own drafts, uploads, paper, past records, and health', () => {
  const still = everyEndpoint().flatMap(({ area, call, endpoint }) =>
    endpoint.mode === 'read' && endpoint.output !== 'file' && !endpoint.topic && !endpoint.record
      ? [call === 'previewImport' ? call : `${area}.${call}`]
      : [],
  );
  expect([...new Set(still)]).toEqual([
    'previewImport',
    ...['counts', 'checkDraft', 'revealNumbers', 'packet', 'findRestricted'].map(
      (call) => `referrals.${call}`,
    ),
    ...'drafts.mine webhooks.showSecret services.uploadAccess senderLinks.view'.split(' '),
    ...'zipCodesByState streetAddressesByStateAndCode findPractitioners findDiagnoses'
      .split(' ')
      .map((call) => `settings.${call}`),
    ...['rules', 'recognize', 'rejects'].map((call) => `imports.${call}`),
    'partners.openReferrals',
    'medicareEligibility.previewPlans',
    'medicareEligibility.compare',
    ...['list', 'patientAccess', 'verify', 'systemList', 'systemVerify'].map((call) => `audit.${call}`),
    'systemHealth.read',
  ]);
});

const WithBody = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
});

test('only these calls accept plain text, for one id or state', () => {
  const { paths } = openApiDocument('test');
  const taking = everyEndpoint().filter(({ endpoint: { path, method } }) => {
    const { requestBody } = WithBody.parse(paths[path]?.[method.toLowerCase()]);
    return requestBody?.content['text/plain'] !== undefined;
  });
  expect(taking.map(({ area, call }) => `${area}.${call}`)).toEqual([
    'users.switchBusinessDomain',
    'users.remove',
    'referrals.readNote',
    'referrals.remove',
    'referrals.restore',
    'savedViews.remove',
    'readmissionStops.remove',
    'webhooks.remove',
    'webhooks.rotateSecret',
    'webhooks.sendAgain',
    'webhooks.test',
    'settings.zipCodesByState',
    'partners.remove',
    'contractedPayers.remove',
    'advantagePlans.remove',
    'serviceAreas.remove',
    'insurances.remove',
    'capacities.remove',
  ]);
  expect(new Set(taking.map(({ endpoint }) => endpoint.bareAs))).toEqual(new Set(['Id', 'state']));
  expect(taking.filter(({ endpoint }) => endpoint.access === 'public')).toEqual([]);
});

test('no two names of a call differ only in case, aliases included', () => {
  for (const { endpoint } of everyEndpoint()) {
    const properties =
      'body' in endpoint && endpoint.body
        ? (z.toJSONSchema(endpoint.body, { io: 'input' }).properties ?? {})
        : {};
    const inside = Object.values(endpoint.flat ?? {}).flat();
    const aliases = Object.keys(endpoint.aliases ?? {});
    for (const names of [
      [...Object.keys(properties), ...inside, ...aliases],
      Object.keys(endpoint.query?.shape ?? {}),
    ]) {
      const plain = names.map((name) => name.toLowerCase());
      expect([endpoint.path, plain]).toEqual([endpoint.path, [...new Set(plain)]]);
    }
    const others = [...Object.values(endpoint.aliases ?? {}), ...Object.keys(endpoint.flat ?? {})];
    expect([endpoint.path, others.filter((name) => !(name in properties))]).toEqual([endpoint.path, []]);
  }
});
