import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate for this machine's own addresses, valid for a day. */
export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key, cert };
}

/** Trusts it in this process from now on. */
export function trust({ cert }: Certificate): void {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
}

/** For a process that is started with it in NODE_EXTRA_CA_CERTS. */
export async function saveCertificate({ cert }: Certificate, folder: string): Promise<string> {
  const file = path.join(folder, 'certificate.pem');
  await writeFile(file, cert);
  return file;
}
