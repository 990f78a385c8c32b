/** Skills as people write them, and their keys, by which they are compared. */

import { sortKey } from './text-normalization.ts'

/** Removes empty skills, and those that differ from an earlier one only in case or accents. */
export function removeSameSkills(skills: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const skill of skills) if (sortKey(skill) !== '' && !byKey.has(sortKey(skill))) byKey.set(sortKey(skill), skill)
  return [...byKey.values()]
}

/** Returns the keys of the skills, each once. */
export const toSkillKeys = (skills: readonly string[]): string[] => removeSameSkills(skills).map(sortKey)
