/** Made by the build: `web/county-paths.ts`. */
declare module 'virtual:county-paths' {
  export interface StatePaths {
    width: number;
    height: number;
    counties: readonly { name: string; path: string }[];
  }
  /** By the code of the state. */
  export const statePaths: Readonly<Record<string, (() => Promise<StatePaths>) | undefined>>;
}
