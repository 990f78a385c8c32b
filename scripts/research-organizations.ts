/**
 * Writes `src/features/institutions/institutions.tsv.br`, the list of institutions that ships, from records of the Research
 * Organization Registry (ror.org, CC0): its complete dump, or files with one record a line, in version 1 or 2 of its schema.
 * `npm run node -- scripts/research-organizations.ts [--target institutions.tsv.br] v2.9-ror-data.json`. Of several files, the last one
 * that has a record counts.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { getRorSuffix, parseRor } from '#core/ror.ts'

const shipped = join(import.meta.dirname, '../src/features/institutions/institutions.tsv.br')

/** A record in version 1 of the schema. */
interface FormerRecord {
  name: string
  aliases?: string[]
  acronyms?: string[]
  labels?: { label: string }[]
  addresses?: { city?: string | null }[]
  country?: { country_code?: string }
  wikipedia_url?: string | null
}

/** A record in version 2 of the schema. */
interface CurrentRecord {
  names: { value: string; types: string[] }[]
  locations?: { geonames_details: { name?: string; country_code?: string } }[]
  links?: { type: string }[]
}

type RegistryRecord = (FormerRecord | CurrentRecord) & {
  id: string
  status: string
  types: string[]
  relationships?: { id: string; label: string }[]
}

interface Institution {
  id: string
  isActive: boolean
  country: string
  city: string
  /** The name that is shown, acronyms, and all others. */
  names: string[]
  /** Orders equal matches: how well known the institution is, as far as the registry shows it. */
  prominence: number
}

const read = (path: string): RegistryRecord[] => {
  const text = readFileSync(path, 'utf8')
  if (text.trimStart().startsWith('[')) return JSON.parse(text)
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}

function listNames(record: RegistryRecord): string[] {
  if (!('names' in record)) {
    const { name, acronyms = [], labels = [], aliases = [] } = record
    return [name, ...acronyms, ...labels.map(({ label }) => label), ...aliases]
  }
  const ofType = (type: string) => record.names.filter(({ types }) => types.includes(type)).map(({ value }) => value)
  return [...ofType('ror_display'), ...ofType('acronym'), ...ofType('label'), ...ofType('alias')]
}

function findPlace(record: RegistryRecord): Pick<Institution, 'country' | 'city'> {
  if (!('names' in record))
    return { country: record.country?.country_code ?? '', city: record.addresses?.[0]?.city ?? '' }
  const place = record.locations?.[0]?.geonames_details
  return { country: place?.country_code ?? '', city: place?.name ?? '' }
}

const hasArticle = (record: RegistryRecord) =>
  'names' in record
    ? (record.links?.some(({ type }) => type === 'wikipedia') ?? false)
    : (record.wikipedia_url ?? '') !== ''

/** Tabs and bars separate what a line holds. */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[\s|]+/gu, ' ')
    .trim()

function toInstitution(record: RegistryRecord, mentions: number): Institution {
  const isActive = record.status === 'active'
  const names = [...new Set(listNames(record).map(clean))].filter((name) => name !== '')
  const isEducation = record.types.some((type) => type.toLowerCase() === 'education')
  const prominence =
    mentions * 2 + names.length + (isEducation ? 10 : 0) + (hasArticle(record) ? 5 : 0) - (isActive ? 0 : 50)
  return { id: record.id, isActive, ...findPlace(record), names, prominence }
}

/** Institutions that others name and that have no record here: of them only the name is known. */
function listNamed(records: ReadonlyMap<string, RegistryRecord>, mentions: ReadonlyMap<string, number>): Institution[] {
  const named = new Map<string, string>()
  for (const { relationships = [] } of records.values())
    for (const { id, label } of relationships) if (!records.has(id)) named.set(id, clean(label))
  return [...named].map(([id, name]) => ({
    id,
    isActive: true,
    country: '',
    city: '',
    names: [name],
    prominence: (mentions.get(id) ?? 0) * 2 + 1,
  }))
}

const toLine = ({ id, isActive, country, city, names }: Institution) =>
  [getRorSuffix(parseRor(id) ?? ''), isActive ? '' : '-', country, clean(city), names.join('|')].join('\t')

const { values, positionals: files } = parseArgs({
  options: { target: { type: 'string', default: shipped } },
  allowPositionals: true,
})
if (files.length === 0) throw new Error('Name the files with the records of the registry.')
const records = new Map(files.flatMap(read).map((record) => [record.id, record]))
const mentions = new Map<string, number>()
for (const { relationships = [] } of records.values())
  for (const { id } of relationships) mentions.set(id, (mentions.get(id) ?? 0) + 1)
const own = [...records.values()]
  .filter(({ status }) => status !== 'withdrawn')
  .map((record) => toInstitution(record, mentions.get(record.id) ?? 0))
const all = [...own, ...listNamed(records, mentions)].filter(
  ({ id, names }) => parseRor(id) !== null && names.length > 0,
)
all.sort((a, b) => b.prominence - a.prominence || (a.id < b.id ? -1 : 1))
const text = all.map((one) => `${toLine(one)}\n`).join('')
const options = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
}
writeFileSync(values.target, brotliCompressSync(text, options))
console.log(`${all.length} institutions, ${own.length} of them with their own record`)
