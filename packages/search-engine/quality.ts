import type { IndexedProfile } from './document.ts'

/** Rates how complete and verified a profile is, from 0 to 31. */
export function calculateQuality(given: Omit<IndexedProfile, 'quality' | 'name'> & { orcid: string | null }): number {
  const filled = [
    given.headline !== '',
    given.bio.length >= 30,
    given.institution !== '',
    given.location !== '' || given.country !== '',
    given.fields.length > 0,
    given.skills.length > 0,
    given.publications.length > 0,
    given.orcid !== null,
  ].filter(Boolean).length
  return Math.min(31, filled * 2 + (given.verified ? 15 : 0))
}
