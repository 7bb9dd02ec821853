import type { Page } from 'playwright-core';

const slowLine = { bytesPerSecond: 400_000, latencyMs: 150, cpuDividedBy: 4 };

/** Reloads the worklist without a cache, signed in, until it has rows and live updates. */
export async function worklistOnASlowLine(page: Page, url: string) {
  await page.goto(`${url}/help`);
  const devtools = await page.context().newCDPSession(page);
  const { bytesPerSecond, latencyMs, cpuDividedBy } = slowLine;
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuDividedBy });
  await page.goto(`${url}/referrals`, { waitUntil: 'commit' });
  await page.getByRole('table').getByRole('link').first().waitFor();
  await page.locator('[data-liveness=live]').waitFor();
  const { ms, bytes } = await page.evaluate(() => ({
    ms: Math.round(performance.now()),
    bytes: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + ('encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0), 0),
  }));
  // Ends the emulation.
  await devtools.detach();
  return { ms, scriptsKB: Math.round(bytes / 1000) };
}
