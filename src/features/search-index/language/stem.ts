import stemmer from 'wink-porter2-stemmer'

/** Who works in a field is found by the field: their endings become those of the field before the word is stemmed. */
const professions: readonly (readonly [person: RegExp, field: string])[] = [
  [/ologists?$/, 'ology'],
  [/icists?$/, 'ics'],
  [/omists?$/, 'omics'],
]

/**
 * The stem of a folded English word by Porter's second algorithm (Snowball, "English"): `learning`, `learned` and `learns` are all `learn`, and
 * `biologist` is `biology`. Words with other characters than letters from a to z stay as they are.
 */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  const [person, field] = professions.find(([ending]) => ending.test(word)) ?? []
  return stemmer(person === undefined || field === undefined ? word : word.replace(person, field))
}
