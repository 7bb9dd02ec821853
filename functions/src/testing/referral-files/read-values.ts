import { readReferralFile } from '../../features/drafts/files/read-referral-file.ts';
import { sampleFile } from '../examples/referral-files.ts';

export const bytesOf = (text: string) => new TextEncoder().encode(text);
export const textOf = async (name: string) => new TextDecoder().decode(await sampleFile(name));

export async function valuesIn(bytes: Uint8Array) {
  const { Taken } = await readReferralFile(bytes);
  return Object.fromEntries(Taken.map(({ Field, Value }) => [Field, Value]));
}

/** The parts without a field, each with the reason. */
export const leftIn = async (bytes: Uint8Array) =>
  (await readReferralFile(bytes)).Left.map(({ Where, Why }) => `${Where} ${Why}`);
