/** How much each kind of evidence weighs, and how well all of it together proves a skill. Documented in docs/API.md. */

import type { Evidence } from '#features/researchers/index.ts'

type Kind = Evidence['kind']

/** What a proof of each kind weighs, from 0 to 100, unless it is self-made. An exam weighs more with a better score. */
export const weights = {
  exam: (score: number) => 50 + Math.floor(score / 2),
  course: () => 50,
  publication: () => 40,
  project_version: () => 30,
  /** It proves who a person is, not what they can do. */
  orcid: () => 0,
} as const satisfies Record<Kind, (score: number) => number>

const most = 100

interface EvidenceWeight {
  kind: Kind
  weight: number
}

/**
 * Returns how well evidence for one skill proves it, from 0 to 100: the best of each kind, added. More of one kind adds
 * nothing, so that ten easy courses are not an exam.
 */
export function calculateStrength(evidence: readonly EvidenceWeight[]): number {
  const best = new Map<Kind, number>()
  for (const { kind, weight } of evidence) best.set(kind, Math.max(best.get(kind) ?? 0, weight))
  return Math.min(
    most,
    [...best.values()].reduce((total, weight) => total + weight, 0),
  )
}
