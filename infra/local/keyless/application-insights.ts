import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const Item = z.object({
  name: z.string(),
  iKey: z.guid(),
  tags: z.record(z.string(), z.string()),
  data: z.object({ baseType: z.string(), baseData: z.looseObject({ name: z.string().optional() }) }),
});
export type TelemetryItem = z.infer<typeof Item>;

/** Accepts telemetry like Application Insights at `/v2.1/track`; keeps it, and the original text. */
export function createApplicationInsights() {
  const items: TelemetryItem[] = [];
  const texts: string[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const sent = z.array(Item).safeParse(JSON.parse(body));
      const isTrack = request.url === '/v2.1/track' && request.method === 'POST';
      if (!isTrack || !sent.success) return response.writeHead(400).end();
      items.push(...sent.data);
      texts.push(body);
      const { length } = sent.data;
      return response.end(JSON.stringify({ itemsReceived: length, itemsAccepted: length, errors: [] }));
    });
  };
  return { items, texts, listener };
}
