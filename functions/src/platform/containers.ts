import { blockingKeyNames } from '@handoff/shared/domain/duplicates/blocking-keys';
import { ReferralSearchField } from '@handoff/shared/domain/referral/referral-search';
import {
  CosmosClient,
  PartitionKeyDefinitionVersion,
  type ContainerDefinition,
  type Database,
} from '@azure/cosmos';
import { isDeepStrictEqual } from 'node:util';

/** Expiry is on, but only documents with a `ttl` of their own expire. */
const defaultTtl = -1;
/** Always version 2: the SDK sends no default, and version 1 distinguishes keys only by their first 101 bytes. */
const partitionKey = { paths: ['/pk'], version: PartitionKeyDefinitionVersion.V2 };

// Queries across partitions have no sort, no TOP and no token, or the service would refuse them.

/** `@now`. */
export const dueOutbox = "SELECT * FROM c WHERE c.type = 'outbox' AND c.dueAt <= @now";
/** `@known`: partitions that were found before. */
export const partitionsWhere = (condition: string) =>
  `SELECT c.pk FROM c WHERE (${condition}) AND NOT ARRAY_CONTAINS(@known, c.pk)`;

/** The only ones; the local endpoint refuses all others. */
export const crossPartitionQueries = [dueOutbox, /^SELECT c\.pk FROM c WHERE /];

/** The only definition: the local start and tests create from it, and the Bicep is compared with it. */
export const containers = [
  {
    id: 'app',
    partitionKey,
    defaultTtl,
    indexingPolicy: {
      indexingMode: 'consistent',
      automatic: true,
      // The service indexes each path of `/*`; naming these makes the local endpoint index them, too.
      includedPaths: [
        '/*',
        ...blockingKeyNames.map((name) => `/DuplicateKeys/${name}/?`),
        ...[
          'StatusId',
          'Decision/Kind',
          'Owner',
          'Owner/Id',
          'Source/Kind',
          'Source/Channel',
          'Address/ZipCode',
          // More precise than the excluded block around it.
          'Clinical/RequestedStart',
          'Clinical/StartOfCare',
          'EarlierReferralId',
          'Sha256',
          'AdvantagePlans/[]',
          // By these the trail finds who saw a record.
          'subject',
          'shown/[]',
        ].map((path) => `/${path}/?`),
        ...ReferralSearchField.options.map((field) => `/SearchGrams/${field}/[]/?`),
      ].map((path) => ({ path })),
      // These are never queried and long, or sealed, and every indexed property costs request units in every write.
      excludedPaths: [
        '/body/*',
        '/bodyRef/*',
        '/headers/*',
        '/fp/?',
        '/message/*',
        '/entry/?',
        '/writeId/?',
        // Of a view, with who and what it is found by.
        '/name/?',
        '/requestId/?',
        '/traceId/?',
        '/reason/?',
        '/Sealed/*',
        '/prev/?',
        '/hash/?',
        '/Text/?',
        '/SearchTexts/*',
        '/ClinicalSummary/?',
        '/Clinical/*',
        '/Etag/?',
        '/DocumentCount/?',
        '/NoteCount/?',
        '/Decision/Comment/?',
        // Parts of a referral that only a search finds, by its n-grams.
        ...[
          'Source/ContactName',
          'Source/Phone',
          'Patient/Phone',
          'Patient/Ssn',
          'Patient/Mbi',
          'Address/StreetAddress',
          'Address/Unit',
          'Address/InFile',
          'Payers/[]/Plan',
          'Payers/[]/MemberId',
          'Owner/FullName',
          'CreatedBy/FullName',
          'UpdatedBy/FullName',
        ].map((path) => `/${path}/?`),
        '/Findings/*',
        '/Coverage/*',
        '/Beneficiary/*',
        '/"_etag"/?',
      ].map((path) => ({ path })),
      compositeIndexes: [
        newestOf('/type', '/ReceivedAt'),
        newestOf('/type', '/StatusId', '/ReceivedAt'),
        newestOf('/type', '/Decision/Kind', '/ReceivedAt'),
        newestOf('/type', '/UpdatedAt'),
        newestOf('/type', '/CheckedAt'),
        newestOf('/type', '/ReferralId', '/CreatedAt'),
        newestOf('/type', '/ReferralId', '/UploadedAt'),
        newestOf('/type', '/subject', '/seq'),
        newestOf('/type', '/UserId', '/CreatedAt'),
        newestOf('/type', '/WebhookId', '/At'),
        ascending('/type', '/SortName'),
        ascending('/type', '/Name'),
        ascending('/type', '/FullName'),
      ],
    },
  },
  {
    id: 'addresses',
    partitionKey,
    defaultTtl,
    indexingPolicy: {
      indexingMode: 'consistent',
      automatic: true,
      includedPaths: ['type', 'CreatedAt', 'Progress/status', 'NoticeDue'].map((path) => ({
        path: `/${path}/?`,
      })),
      excludedPaths: [{ path: '/*' }, { path: '/"_etag"/?' }],
    },
  },
] satisfies ContainerDefinition[];

/** For the local start and tests; in Azure the deployment creates them. */
export async function ensureContainers(at: {
  endpoint: string;
  key: string;
  database: string;
}): Promise<void> {
  const client = new CosmosClient({ endpoint: at.endpoint, key: at.key });
  try {
    const { database } = await client.databases.createIfNotExists({ id: at.database });
    await Promise.all(containers.map((container) => ensureContainer(database, container)));
  } finally {
    client.dispose();
  }
}

/** Creates the container, or updates the indexes of one from an older version. */
async function ensureContainer(database: Database, definition: (typeof containers)[number]): Promise<void> {
  const { container, resource } = await database.containers.createIfNotExists(definition);
  if (isDeepStrictEqual(resource?.indexingPolicy, definition.indexingPolicy)) return;
  await container.replace(definition);
}

function ascending(...paths: string[]) {
  return paths.map((path) => ({ path, order: 'ascending' as const }));
}

/** Sorts all paths ascending except the last, like the queries. */
function newestOf(...paths: string[]) {
  return paths.map((path, index) => ({
    path,
    order: index === paths.length - 1 ? ('descending' as const) : ('ascending' as const),
  }));
}
