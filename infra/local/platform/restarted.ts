import type { Part } from './run-part.ts';

/** A host that ends this often is broken, and not unlucky. */
const MOST_RESTARTS = 5;

/**
 * Starts a part again that ended by itself, as Azure does with a host: Microsoft's ends itself with code 0 if it cannot
 * renew the lease of a timer for a minute, such as while the storage hangs. `ended` resolves when it is given up.
 */
export async function restarted(
  start: (isAgain: boolean) => Promise<Part>,
  say: (line: string) => void,
): Promise<Part> {
  let part = await start(false);
  let isStopping = false;

  async function whenGivenUp(): Promise<string> {
    for (let restarts = 0; ; restarts += 1) {
      // oxlint-disable-next-line no-await-in-loop -- until it ends
      const how = await part.ended;
      if (isStopping || restarts === MOST_RESTARTS) return how;
      say(`The part "${part.name}" ended (${how}) and is started again. Its log: ${part.logFile}`);
      try {
        // oxlint-disable-next-line no-await-in-loop
        part = await start(true);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    }
  }

  const { name, logFile } = part;
  return {
    name,
    logFile,
    ended: whenGivenUp(),
    send: (message) => part.send(message),
    stop() {
      isStopping = true;
      return part.stop();
    },
  };
}
