/**
 * Writes `language/nicknames.tsv` from `names.csv` of https://github.com/carltonnorthern/nicknames: `npm run node --
 * scripts/nicknames.ts names.csv`.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeValue } from '@research-platform/search-engine'

const target = join(import.meta.dirname, '../packages/search-engine/language/nicknames.tsv')
const [source = 'names.csv'] = process.argv.slice(2)

const nicknames = new Map<string, Set<string>>()
for (const line of readFileSync(source, 'utf8').split(/\r?\n/).slice(1)) {
  const [name = '', relationship, nickname = ''] = line.split(',')
  if (relationship !== 'has_nickname') continue
  const known = nicknames.get(normalizeValue(name)) ?? new Set()
  nicknames.set(normalizeValue(name), known.add(normalizeValue(nickname)))
}

const head =
  '# First names and their short forms, from github.com/carltonnorthern/nicknames (Apache License 2.0); see NOTICE.txt'
const rows = [...nicknames].map(([name, short]) => [name, ...short].join('\t')).sort()
writeFileSync(target, [head, ...rows, ''].join('\n'))
console.log(`${rows.length} names`)
