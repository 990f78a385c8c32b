/** Endings of professions and of their fields. */
const endings: readonly (readonly [person: string, ...fields: string[]])[] = [
  ['analyst', 'analysis', 'analytics'],
  ['anist', 'any'],
  ['emist', 'emistry'],
  ['engineer', 'engineering'],
  ['grapher', 'graphy'],
  ['iatrist', 'iatry'],
  ['ician', 'ics'],
  ['icist', 'ics'],
  ['istorian', 'istory'],
  ['linguist', 'linguistics'],
  ['ologist', 'ology'],
  ['omist', 'omics', 'omy'],
  ['onomer', 'onomy'],
  ['opher', 'ophy'],
  ['scientist', 'science', 'sciences'],
]

/**
 * Returns the fields of a profession: `epidemiology` for `epidemiologists`, `data science` for `data scientist`. Some
 * of the results may not exist.
 */
export function findFields(name: string): string[] {
  const person = name.replace(/s$/, '')
  return endings.flatMap(([ending, ...fields]) =>
    person.endsWith(ending) ? fields.map((field) => person.slice(0, -ending.length) + field) : [],
  )
}
