import type { Context } from '#context.ts'
import { foldLine } from '#core/text-normalization.ts'
import { findInstitution, type InstitutionEntry } from '#features/institutions/index.ts'
import type { ResearcherChange } from './schemas.ts'

/** The institution of a profile, with the names by which searches find it. */
export interface ProfileInstitution {
  institution: string
  institution_ror: string | null
  institution_names: string[]
}

/** What the list of institutions has of the ids that a change names, by id. */
export type KnownInstitutions = ReadonlyMap<string, Pick<InstitutionEntry, 'name' | 'other_names'>>

export const noInstitutions: KnownInstitutions = new Map()

/** Reads the institutions that the change names by their ids. Called before the transaction, because the first call reads a file. */
export async function readInstitutions(
  ctx: Context,
  { institution_ror, education = [], employment = [] }: ResearcherChange,
): Promise<KnownInstitutions> {
  const known = new Map<string, InstitutionEntry>()
  for (const ror of [institution_ror, ...education.map(({ ror }) => ror), ...employment.map(({ ror }) => ror)]) {
    const entry = ror && !known.has(ror) ? await findInstitution(ctx, ror) : null
    if (entry !== null && ror) known.set(ror, entry)
  }
  return known
}

/** Names after which the others are no more searched for. */
const maxNames = 30
const maxNameLength = 200

/** Returns the name from the list; undefined of an id that the list has not. */
export const findName = (institutions: KnownInstitutions, ror: string): string | undefined =>
  institutions.get(ror)?.name.slice(0, maxNameLength).toWellFormed()

/** Returns the names of an institution by which searches find it. */
const listSearchNames = (institutions: KnownInstitutions, ror: string): string[] => {
  const entry = institutions.get(ror)
  const names = entry === undefined ? [] : [entry.name, ...entry.other_names]
  return names.filter(({ length }) => length <= maxNameLength).slice(0, maxNames)
}

/**
 * Returns the institution after a change. An id without a name gets that of the list. A name without an id keeps the former id when it is a
 * name of the same institution.
 */
export function chooseInstitution(
  before: ProfileInstitution,
  { institution, institution_ror }: Pick<ResearcherChange, 'institution' | 'institution_ror'>,
  institutions: KnownInstitutions,
): ProfileInstitution {
  if (institution_ror === undefined) return changeName(before, institution)
  if (institution_ror === null)
    return { institution: institution ?? before.institution, institution_ror, institution_names: [] }
  return {
    institution: institution ?? chooseName(before, institution_ror, institutions),
    institution_ror,
    institution_names: listSearchNames(institutions, institution_ror),
  }
}

function changeName(before: ProfileInstitution, institution = before.institution): ProfileInstitution {
  const { institution_ror, institution_names } = before
  const names = [before.institution, ...institution_names].map(foldLine)
  return names.includes(foldLine(institution))
    ? { institution, institution_ror, institution_names }
    : { institution, institution_ror: null, institution_names: [] }
}

/** The name from the list; of an id that the list has not, the name that was typed, unless it belongs to another id. */
function chooseName(before: ProfileInstitution, ror: string, institutions: KnownInstitutions): string {
  const isSame = before.institution_ror === ror && before.institution !== ''
  const name = isSame ? before.institution : findName(institutions, ror)
  return name ?? (before.institution_ror === null ? before.institution : '')
}
