/** How those who work in a field are called, by the endings of both. */
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
 * What a folded name of people may mean: `epidemiologists` those in `epidemiology`, `data scientist` one in `data
 * science`. Some of the fields do not exist.
 */
export function findFields(name: string): string[] {
  const person = name.replace(/s$/, '')
  return endings.flatMap(([ending, ...fields]) =>
    person.endsWith(ending) ? fields.map((field) => person.slice(0, -ending.length) + field) : [],
  )
}
