import type { IndexedProfile } from './document.ts'

/** Rates how complete and verified a profile is, from 0 to 31. */
export function calculateQuality(input: Omit<IndexedProfile, 'quality' | 'name'> & { orcid: string | null }): number {
  const filled = [
    input.headline !== '',
    input.bio.length >= 30,
    input.institution !== '',
    input.location !== '' || input.country !== '',
    input.fields.length > 0,
    input.skills.length > 0,
    input.publications.length > 0,
    input.orcid !== null,
  ].filter(Boolean).length
  return Math.min(31, filled * 2 + (input.verified ? 15 : 0))
}
