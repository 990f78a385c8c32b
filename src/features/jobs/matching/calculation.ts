/** How a post's skills and a person's evidence give a score. Documented in docs/API.md. */

import { removeSameSkills } from '#core/skills.ts'
import { sortKey } from '#core/text-normalization.ts'
import { calculateStrength, type Proof } from '#features/evidence/index.ts'
import type { Match } from './schemas.ts'

const points = 100

interface SharedSkill {
  skill: string
  key: string
  /** The points that the skill can give. */
  share: number
}

/** Divides 100 points equally among the skills of a post; the first skills get what remains. */
export function shareSkills(input: readonly string[]): SharedSkill[] {
  const skills = removeSameSkills(input)
  const [each, rest] = [Math.floor(points / skills.length), points % skills.length]
  return skills.map((skill, index) => ({ skill, key: sortKey(skill), share: index < rest ? each + 1 : each }))
}

/** Calculates the match of a person from their evidence alone. */
export function calculateMatch(skills: readonly string[], proofs: readonly Proof[]): Omit<Match, 'required_met'> {
  const rows = shareSkills(skills).map(({ skill, key, share }) => {
    const evidence = proofs.filter((proof) => proof.key === key)
    const strength = calculateStrength(evidence)
    return { skill, strength, weight: Math.floor((share * strength) / points), evidence }
  })
  const proven = rows.filter(({ strength }) => strength > 0)
  return {
    score: proven.reduce((total, { weight }) => total + weight, 0),
    reasons: proven.map(({ strength, ...reason }) => reason),
    missing: rows.filter(({ strength }) => strength === 0).map(({ skill }) => skill),
  }
}
