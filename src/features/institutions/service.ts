import type { AnyContext, Context } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import { parseRor } from '#core/ror.ts'
import { formatCountry } from '#language/formats.ts'
import { type InstitutionEntry, openDirectory } from './directory.ts'
import type { Institution, InstitutionQuery } from './schemas.ts'

const defaultLimit = 8

/** Returns the institutions that a text begins or names, best first. */
export async function suggestInstitutions(ctx: Context, { q = '', limit = defaultLimit }: InstitutionQuery) {
  const directory = await openDirectory(ctx.config.institutionsFile)
  return (await directory.suggest(q, limit)).map((entry) => presentInstitution(ctx, entry))
}

export async function showInstitution(ctx: Context, id: string): Promise<Institution> {
  const ror = parseRor(id)
  const entry = ror === null ? null : await findInstitution(ctx, ror)
  ensure(entry !== null, notFound)
  return presentInstitution(ctx, entry)
}

/** Returns the institution with the ROR id, or null when the list has none. Reads a file, so that it is called before a transaction. */
export async function findInstitution(ctx: AnyContext, ror: string): Promise<InstitutionEntry | null> {
  return (await openDirectory(ctx.config.institutionsFile)).find(ror)
}

const presentInstitution = (ctx: Context, entry: InstitutionEntry): Institution => ({
  ...entry,
  country: entry.country_code === null ? null : formatCountry(entry.country_code, ctx.wording),
})
