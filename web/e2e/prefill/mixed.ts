import { PDFDocument } from '@cantoo/pdf-lib';
import { randomness } from '@handoff/local/seed/randomness';
import type { DrawnDocument } from './documents.ts';
import { isValueOf, type Offer } from './score.ts';
import type { Packet } from './sheet.ts';

/** A packet whose later pages are about other patients. */
export interface MixedPacket extends Packet {
  others: readonly Packet[];
}

const PACKETS = 24;

/** Packets of two to four patients, each of whose documents names its own. */
export async function drawMixed(documents: readonly DrawnDocument[]): Promise<MixedPacket[]> {
  const named = documents.filter(({ kind, group }) => kind === 'typed' && group !== 'prose');
  const packets: MixedPacket[] = [];
  for (let number = 0; number < PACKETS; number += 1) {
    const draw = randomness(90_000 + number);
    const from = draw.between(0, named.length - 1);
    const count = draw.between(2, 4);
    // Neighbors differ in system, and those of a step of another family, too.
    const step = draw.between(1, 40);
    const [first, ...others] = Array.from(
      { length: count },
      (_, at) => named[(from + at * step) % named.length],
    ).filter((each) => each !== undefined);
    // oxlint-disable-next-line no-await-in-loop -- one packet after the other
    if (first)
      packets.push({
        ...first,
        name: `packet ${number + 1}`,
        others,
        bytes: await joined([first, ...others]),
      });
  }
  return packets;
}

async function joined(packets: readonly Packet[]): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  for (const { bytes } of packets) {
    // oxlint-disable no-await-in-loop -- pages are added in order
    const own = await PDFDocument.load(bytes);
    for (const page of await pdf.copyPages(own, own.getPageIndices())) pdf.addPage(page);
    // oxlint-enable no-await-in-loop
  }
  return new Uint8Array(await pdf.save());
}

/** How many values were proposed that are another patient's; each could reach the wrong chart. */
export async function valuesOfOthers(
  packets: readonly MixedPacket[],
  offersOf: (packet: Packet) => Promise<readonly Offer[]>,
): Promise<number> {
  let count = 0;
  for (const packet of packets)
    // oxlint-disable-next-line no-await-in-loop -- one packet after the other
    for (const { path, value } of await offersOf(packet))
      if (!isValueOf(packet, path, value) && packet.others.some((other) => isValueOf(other, path, value)))
        count += 1;
  return count;
}
