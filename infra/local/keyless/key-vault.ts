import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';

const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
const Wanted = z.object({ alg: z.literal('RSA-OAEP-256'), value: z.string() });
const call = /^\/keys\/field-keys\/([0-9a-f]+)\/(wrapkey|unwrapkey)\?api-version=7\.4$/;

/** A vault with one RSA key, which has a key pair for every requested version. `status` refuses every request. */
export function createKeyVaultStub(statusFor: (authorization: string | undefined) => number) {
  const versions = new Map<string, ReturnType<typeof newPair>>();
  const seen: string[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.push(request.url ?? '');
    const status = statusFor(request.headers.authorization);
    const [, version = '', operation] = call.exec(request.url ?? '') ?? [];
    const body = await buffer(request);
    if (status !== 200 || !operation) return void response.writeHead(status === 200 ? 404 : status).end('{}');
    const pair = versions.get(version) ?? newPair();
    versions.set(version, pair);
    const given = Buffer.from(Wanted.parse(JSON.parse(body.toString())).value, 'base64url');
    const result =
      operation === 'wrapkey'
        ? publicEncrypt({ key: pair.publicKey, ...oaep }, given)
        : privateDecrypt({ key: pair.privateKey, ...oaep }, given);
    response.writeHead(200).end(JSON.stringify({ kid: version, value: result.toString('base64url') }));
  }
  return {
    seen,
    listener: (request: IncomingMessage, response: ServerResponse) => void serve(request, response),
  };
}

const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
