import * as z from 'zod';

/** Where every part listens on a developer's machine; environment variables of these names override them. */
const defaultPorts = {
  WEB_PORT: 5173,
  FUNCTIONS_PORT: 7145,
  IDENTITY_PORT: 7146,
  COSMOS_PORT: 8081,
  SIGNALR_PORT: 8888,
  AZURITE_BLOB_PORT: 10000,
  AZURITE_QUEUE_PORT: 10001,
  AZURITE_TABLE_PORT: 10002,
} as const;

type PortName = keyof typeof defaultPorts;
export type Ports = Record<PortName, number>;

export const partOfPort: Record<PortName, string> = {
  WEB_PORT: 'web app',
  FUNCTIONS_PORT: 'Functions host',
  IDENTITY_PORT: 'identity server',
  COSMOS_PORT: 'Cosmos endpoint',
  SIGNALR_PORT: 'SignalR emulator',
  AZURITE_BLOB_PORT: 'Azurite blob service',
  AZURITE_QUEUE_PORT: 'Azurite queue service',
  AZURITE_TABLE_PORT: 'Azurite table service',
};

export const portNames = [
  'WEB_PORT',
  'FUNCTIONS_PORT',
  'IDENTITY_PORT',
  'COSMOS_PORT',
  'SIGNALR_PORT',
  'AZURITE_BLOB_PORT',
  'AZURITE_QUEUE_PORT',
  'AZURITE_TABLE_PORT',
] as const satisfies PortName[];

const Port = z.coerce.number().int().min(1).max(65_535);

export function readPorts(environment: Record<string, string | undefined>): Ports {
  const ports: Ports = { ...defaultPorts };
  for (const name of portNames) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    const port = Port.safeParse(text);
    if (!port.success) throw new Error(`${name} must be a port number, but is "${text}".`);
    ports[name] = port.data;
  }
  return ports;
}
