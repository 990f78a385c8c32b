/** What terms of a document name. */

export const termKinds = ['word', 'field', 'skill', 'institution', 'country', 'location'] as const
export type TermKind = (typeof termKinds)[number]
