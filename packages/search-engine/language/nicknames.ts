/** Short forms of first names, such as Bob for Robert. */

import { readFileSync } from 'node:fs'

let related: ReadonlyMap<string, ReadonlySet<string>> | undefined

function readNicknames(): ReadonlyMap<string, ReadonlySet<string>> {
  const result = new Map<string, Set<string>>()
  const add = (name: string, other: string) => result.set(name, (result.get(name) ?? new Set()).add(other))
  const file = readFileSync(new URL('./nicknames.tsv', import.meta.url), 'utf8')
  for (const line of file.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [name = '', ...nicknames] = line.split('\t')
    for (const nickname of nicknames) {
      add(name, nickname)
      add(nickname, name)
    }
  }
  return result
}

/** Returns the first names of which the folded word is a short form, and its own short forms. */
export function listNicknames(word: string): string[] {
  related ??= readNicknames()
  return [...(related.get(word) ?? [])]
}
