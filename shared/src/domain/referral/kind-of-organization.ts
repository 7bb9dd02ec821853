import type { sourceKinds } from './referral-fields.ts';

type SourceKind = (typeof sourceKinds)[number];

/** By a word of its name. A hospital's rehabilitation unit is of the hospital, so hospitals come first. */
const words: [SourceKind, RegExp][] = [
  ['Hospital', /\b(?:hospital|infirmary|medical cent(?:er|re)|health (?:system|network))\b/i],
  [
    'Facility',
    /\b(?:rehab\w*|nursing|snf|assisted|living|manor|village|convalescent|facility|care cent(?:er|re))\b/i,
  ],
  [
    'Physician',
    /\b(?:practice|clinic|physicians?|associates|medical group|medicine|primary care|M\.?D\.?)\b/i,
  ],
];

/** Who refers, as the name of the organization says it; undefined if it says nothing. */
export const kindOfOrganization = (name: string): SourceKind | undefined =>
  words.find(([, word]) => word.test(name))?.[0];
