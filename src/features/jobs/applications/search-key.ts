import { foldLine } from '#core/text-normalization.ts'

/** Returns the text by which an applicant is searched. */
export const toSearchKey = (person: { first_name: string; last_name: string; email: string }) =>
  foldLine(`${person.first_name} ${person.last_name} ${person.email}`)
