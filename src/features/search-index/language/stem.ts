// M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980), with its rules as tables.

const consonant = '[^aeiou]'
const vowel = '[aeiouy]'
const consonants = `${consonant}[^aeiouy]*`
const vowels = `${vowel}[aeiou]*`
const measured = new RegExp(`^(${consonants})?${vowels}${consonants}`)
const measuredOnce = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`)
const measuredTwice = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`)
const withVowel = new RegExp(`^(${consonants})?${vowel}`)
const shortEnd = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`)
const doubled = /([^aeiouylsz])\1$/

type Rules = readonly (readonly [string, string])[]

const step2: Rules = [
  // Not Porter's: who works in a field is found by the field.
  ['ologist', 'olog'],
  ['omist', 'om'],
  ['icist', 'ic'],
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
]
const step3: Rules = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const step4: Rules = [
  ...['ement', 'ance', 'ence', 'able', 'ible', 'ment', 'ant', 'ent', 'ism', 'ate', 'iti'],
  ...['ous', 'ive', 'ize', 'al', 'er', 'ic', 'ou'],
].map((suffix) => [suffix, ''])

/** The stem of a folded English word: `learning`, `learned` and `learns` are all `learn`. Other words stay. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  const initialY = word.startsWith('y')
  const plain = initialY ? `Y${word.slice(1)}` : word
  const stemmed = finish(fourth(replaced(replaced(third(pastTense(plural(plain))), step2), step3)))
  return initialY ? `y${stemmed.slice(1)}` : stemmed
}

function plural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function pastTense(word: string): string {
  if (word.endsWith('eed')) return measured.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  const [, base] = /^(.+)(ed|ing)$/.exec(word) ?? []
  if (base === undefined || !withVowel.test(base)) return word
  if (/(at|bl|iz)$/.test(base)) return `${base}e`
  if (doubled.test(base)) return base.slice(0, -1)
  return measuredOnce.test(base) && shortEnd.test(base) ? `${base}e` : base
}

const third = (word: string) =>
  word.endsWith('y') && withVowel.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word

function replaced(word: string, rules: Rules): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix))
  if (rule === undefined) return word
  const base = word.slice(0, -rule[0].length)
  return measured.test(base) ? base + rule[1] : word
}

function fourth(word: string): string {
  const rule = /(s|t)ion$/.test(word) ? 'ion' : step4.find(([suffix]) => word.endsWith(suffix))?.[0]
  if (rule === undefined) return word
  const base = word.slice(0, -rule.length)
  return measuredTwice.test(base) ? base : word
}

function finish(word: string): string {
  const base = word.slice(0, -1)
  if (word.endsWith('e') && (measuredTwice.test(base) || (measuredOnce.test(base) && !shortEnd.test(base))))
    return base
  return word.endsWith('ll') && measuredTwice.test(word) ? base : word
}
