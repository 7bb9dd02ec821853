/** Where every part listens on a developer's machine; environment variables of these names override them. */
export const defaultPorts = {
  WEB_PORT: 5173,
  FUNCTIONS_PORT: 7145,
  IDENTITY_PORT: 7146,
  COSMOS_PORT: 8081,
  SIGNALR_PORT: 8888,
  AZURITE_BLOB_PORT: 10000,
  AZURITE_QUEUE_PORT: 10001,
  AZURITE_TABLE_PORT: 10002,
} as const;
