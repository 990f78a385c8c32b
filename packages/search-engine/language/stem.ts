import stemmer from 'wink-porter2-stemmer'

/** Endings of professions are replaced by those of their fields, so that researchers are found by their field. */
const professions: readonly (readonly [person: RegExp, field: string])[] = [
  [/ologists?$/, 'ology'],
  [/icists?$/, 'ics'],
  [/omists?$/, 'omics'],
]

/**
 * Returns the stem of a folded English word by Porter's second algorithm (Snowball, "English"): `learning`, `learned`
 * and `learns` become `learn`, and `biologist` becomes `biology`. Words with characters other than a to z are
 * unchanged.
 */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  const [person, field] = professions.find(([ending]) => ending.test(word)) ?? []
  return stemmer(person === undefined || field === undefined ? word : word.replace(person, field))
}
