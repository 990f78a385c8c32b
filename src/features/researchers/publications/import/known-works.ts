import { findSameWork, getTitlePart, listKeys, type StoredWork, type WorkIdentity } from '../work-identity.ts'

/** The works of a researcher, found by DOI and title, so that a thousand works are compared with a few of them each. */
export interface KnownWorks {
  readonly byId: Map<number, StoredWork>
  readonly byDoi: Map<string, number>
  readonly byTitle: Map<string, Set<number>>
}

export function createKnownWorks(rows: readonly StoredWork[]): KnownWorks {
  const known: KnownWorks = { byId: new Map(), byDoi: new Map(), byTitle: new Map() }
  for (const row of rows) addKnownWork(known, row)
  return known
}

/** Adds the work, or what it has become. */
export function addKnownWork({ byId, byDoi, byTitle }: KnownWorks, row: StoredWork): void {
  byId.set(row.id, row)
  if (row.doi !== null) byDoi.set(row.doi, row.id)
  for (const title of listKeys(row).map(getTitlePart)) byTitle.set(title, (byTitle.get(title) ?? new Set()).add(row.id))
}

export const removeKnownWork = ({ byId }: KnownWorks, id: number): void => void byId.delete(id)

/** Returns the rows that are the work. */
export function findKnownWork({ byId, byDoi, byTitle }: KnownWorks, work: WorkIdentity) {
  const ids = new Set(byTitle.get(getTitlePart(work.work_key)) ?? [])
  const sameDoi = work.doi === null ? undefined : byDoi.get(work.doi)
  if (sameDoi !== undefined) ids.add(sameDoi)
  return findSameWork(
    [...ids].sort((one, other) => one - other).flatMap((id) => byId.get(id) ?? []),
    work,
  )
}
