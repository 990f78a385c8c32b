/** British and American spellings of a word. */

const derived = '(?=(?:s|ed|ing|al|ally|able|er|ers|ist|ists|ism|ite|ites|ful|less|hood)?$)'
const verbal = '(?=(?:e|es|ed|er|ers|ing|able|ation|ations|ational)$)'
const doubled = '(?=(?:ed|ing|er|ers|or|ors)$)'
const plural = '(?=s?$)'

/** The letters that differ, and what must follow them; each pair holds in both directions. */
const pairs: readonly (readonly [british: string, american: string, next: string])[] = [
  ['our', 'or', derived],
  ['is', 'iz', verbal],
  ['ys', 'yz', verbal],
  ['tre', 'ter', plural],
  ['ogue', 'og', plural],
  ['ence', 'ense', plural],
  ['amme', 'am', plural],
  ['tyre', 'tire', plural],
  ['ll', 'l', doubled],
  ['ae', 'e', ''],
  ['oe', 'e', ''],
  ['ph', 'f', '(?=[aeiou]|$)'],
  ['grey', 'gray', ''],
  ['mould', 'mold', ''],
  ['plough', 'plow', ''],
  ['minium', 'minum', ''],
  ['ageing', 'aging', ''],
  ['sation', 'zation', ''],
]
const rules = pairs.flatMap(([british, american, next]) => [
  { pattern: new RegExp(british + next, 'g'), other: american },
  { pattern: new RegExp(american + next, 'g'), other: british },
])
const minLength = 4

/** Returns the spellings that the folded word may have elsewhere. Most of them are no words, so look them up. */
export function listSpellingVariants(word: string): string[] {
  if (word.length < minLength || !/^[a-z]+$/.test(word)) return []
  const found = new Set<string>()
  for (const { pattern, other } of rules)
    for (const { index, 0: letters } of word.matchAll(pattern))
      found.add(word.slice(0, index) + other + word.slice(index + letters.length))
  found.delete(word)
  return [...found]
}
