/** Synonyms and parts of fields of study. */

import { readFileSync } from 'node:fs'

/** A field with more parts, such as science, says too little. */
const maxNarrower = 150

interface Field {
  synonyms: readonly string[]
  /** The first names of its parts. */
  parts: readonly string[]
}

let known: ReadonlyMap<string, readonly Field[]> | undefined

function readFields(): ReadonlyMap<string, readonly Field[]> {
  const result = new Map<string, Field[]>()
  const lines = ['./fields-of-study.tsv', './further-fields.tsv'].flatMap((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8').split('\n'),
  )
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue
    const [synonyms = [], parts = []] = line.split('\t').map((list) => list.split('|'))
    for (const name of synonyms) result.set(name, [...(result.get(name) ?? []), { synonyms, parts }])
  }
  return result
}

const findFieldsNamed = (name: string): readonly Field[] => {
  known ??= readFields()
  return known.get(name) ?? []
}

export const isFieldOfStudy = (name: string): boolean => findFieldsNamed(name).length > 0

/** Returns the other names of a field of study, normalized: `phytology` for `botany`. */
export const listSynonyms = (name: string): string[] => [
  ...new Set(findFieldsNamed(name).flatMap(({ synonyms }) => synonyms.filter((one) => one !== name))),
]

/** Returns the fields of study within a field, with their parts and synonyms: `ecology` and `entomology` for `biology`. */
export function listNarrowerFields(name: string): string[] {
  const found = new Set<string>()
  const visit = (one: string) => {
    for (const { parts } of findFieldsNamed(one))
      for (const part of parts) {
        if (part === name || found.has(part) || found.size > maxNarrower) continue
        for (const synonym of [part, ...listSynonyms(part)]) found.add(synonym)
        visit(part)
      }
  }
  visit(name)
  return found.size > maxNarrower ? [] : [...found]
}
