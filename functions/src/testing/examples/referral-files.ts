import { readFile } from 'node:fs/promises';
import path from 'node:path';

// Referrals of invented patients, written for these tests after the guides of HL7 and IHE.

const SAMPLES = path.join(import.meta.dirname, 'referral-samples');

export const sampleFile = async (name: string): Promise<Uint8Array> => readFile(path.join(SAMPLES, name));

/** A referral as a message of HL7 v2, small enough to read. */
export const referralMessage = () => new File([messageText], 'referral.hl7', { type: 'text/plain' });

export const messageText = [
  'MSH|^~\\&|EHR|RIVERBEND|HANDOFF|HARBOR|20261120101500||REF^I12^REF_I12|M-1|P|2.5.1',
  'RF1|A||HH^Home health|||R-1001^RIVERBEND|20261120|||I50.9^Heart failure^I10',
  'PRD|RP|Orderdemo^Olive|40 River Road^^Hartford^CT^06103||^^PH^^^860^5550140||1427038314^NPI|||Riverbend Sample Hospital',
  'PID|1||558211^^^RIVERBEND^MR~1EG4TE5MK73^^^CMS^MC||Sampledrop^Hilda||19470312|F|||12 Sample Street^Apt 3^Hartford^CT^06103^USA^H^^Hartford||^^PH^^^860^5550101||eng^English',
  'NK1|1|Sampledrop^Otto|SPO^Spouse||^^PH^^^860^5550102||C^Emergency contact',
  'DG1|1||I50.9^Heart failure^I10|||W',
  'DG1|2||E11.9^Type 2 diabetes^I10|||W',
  'IN1|1|MA1^Gold Plan|77|Sample Health Plan||||||||||||||||||||||||||||||||M-123456',
  'AL1|1||^Penicillin',
  'NTE|1||Lives alone\\.br\\Needs help with wounds',
].join('\r');
