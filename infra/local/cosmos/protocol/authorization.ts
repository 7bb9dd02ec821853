import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { CosmosFailure } from '../failure.ts';
import { headerOf, type Headers, type Route } from './routing.ts';

/** The key that Microsoft publishes for its emulator: not a secret, and it opens only an endpoint on this machine. */
export const emulatorKey =
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';

const allowedSkewMs = 15 * 60_000;

/** Source: learn.microsoft.com/rest/api/cosmos-db/access-control-on-cosmosdb-resources */
export function authorize(route: Route, headers: Headers, by: { key: KeyObject; now: number }): void {
  const token = decodeURIComponent(headerOf(headers, 'authorization') ?? '');
  const date = headerOf(headers, 'x-ms-date') ?? '';
  if (token === '') throw unauthorized('Required Header authorization is missing.');
  if (token.startsWith('type=aad'))
    throw unauthorized('The local Cosmos endpoint does not model AAD tokens.');
  const signature = /^type=master&ver=1\.0&sig=(.+)$/.exec(token)?.[1];
  if (signature === undefined) throw unauthorized('The authorization token has the wrong form.');
  const text = [route.verb, route.signed.type, route.signed.link, date, '', ''];
  const expected = createHmac('sha256', by.key).update(signedText(text)).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw unauthorized(
      'The input authorization token can not serve the request. The wrong key is being used.',
    );
  }
  if (!(Math.abs(Date.parse(date) - by.now) <= allowedSkewMs)) {
    throw new CosmosFailure(403, 'The authorization token is not valid at the current time.');
  }
}

/** All lower case except the link, whose names are case-sensitive. */
function signedText([verb = '', type = '', link = '', date = '', ...rest]: string[]): string {
  return [verb.toLowerCase(), type.toLowerCase(), link, date.toLowerCase(), ...rest].join('\n');
}

function unauthorized(message: string): CosmosFailure {
  return new CosmosFailure(401, message);
}
