/** Texts of words that follow Zipf's law, as those of people do: the n-th word is about n times rarer than the first. */

const consonants = 'bdfgklmnprstvz'
const vowels = 'aeiou'
const syllables = [...consonants].flatMap((consonant) => [...vowels].map((vowel) => consonant + vowel))
const combinations = syllables.length ** 3
/** The number of different words. */
const vocabulary = 100_000
/** Spreads the ranks over the combinations; it has no factor in common with their number. */
const step = 104_729

/** Words of the vocabulary, the most frequent first: three syllables, which no stemmer changes much. */
export const words: readonly string[] = Array.from({ length: vocabulary }, (_, rank) => {
  const place = (rank * step) % combinations
  const first = syllables[Math.floor(place / syllables.length ** 2)]
  const second = syllables[Math.floor(place / syllables.length) % syllables.length]
  return `${first}${second}${syllables[place % syllables.length]}n`
})

/** Draws the rank of a word. The logarithm of ranks is evenly distributed, which is Zipf's law. */
export const drawRank = (random: () => number): number => Math.floor(Math.exp(random() * Math.log(vocabulary)))

export const drawText = (random: () => number, length: number): string =>
  Array.from({ length }, () => words[drawRank(random)]).join(' ')

/** Words of a document, of which the first ones are its title. */
export const length = { title: 5, body: 30 }
