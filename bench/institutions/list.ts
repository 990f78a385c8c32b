/**
 * Institutions of the list that ships, with those that nearly match them: the same words in another order, the same initials, the
 * same city, the same first word.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { foldText } from '#core/text-normalization.ts'

export interface Institution {
  id: string
  country: string
  city: string
  /** As it is shown. */
  name: string
  /** Its names in other languages, and short ones. */
  otherNames: readonly string[]
}

/** A number from 0 to 1 that depends on the text only. */
export const draw = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** Takes some of the items, the same each time. */
export const sample = <T>(items: readonly T[], most: number, text: (item: T) => string): T[] =>
  items.toSorted((a, b) => draw(text(a)) - draw(text(b))).slice(0, most)

/** The half that is measured once, at the end; the other one may be tuned on. */
export const isHeldOut = ({ id }: Institution): boolean => draw(`half ${id}`) < 0.5

const list = new URL('../../src/features/institutions/institutions.tsv.br', import.meta.url)
const academic =
  /universi|univerz|uniwers|institut|college|school|academ|hochschul|polytech|politec|école|escuela|escola/iu
const longestName = 90

const joining = new Set('of the for and in at on de del della di da do des du der die und et la le y e'.split(' '))
/** The words of a name. */
export const split = (name: string): string[] => foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []
const listMainWords = (name: string) => split(name).filter((word) => !joining.has(word))
const toInitials = (words: readonly string[]) => words.map((word) => word.charAt(0)).join('')

/** Reads the institutions of teaching and research that exist, and those of these names, best known first. */
function readInstitutions(named: ReadonlySet<string>): Institution[] {
  const countries = new Intl.DisplayNames('en', { type: 'region' })
  return brotliDecompressSync(readFileSync(list))
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [id = '', state, code = '', city = '', names = ''] = line.split('\t')
      const [name = '', ...otherNames] = names.split('|')
      const isMeant = academic.test(name) && name.length <= longestName && listMainWords(name).length > 1
      if (state !== '' || code === '' || !(isMeant || named.has(name))) return []
      return [{ id, country: countries.of(code) ?? '', city, name, otherNames }]
    })
}

/** What near matches have in common, and how many of each are taken. */
const likenesses: readonly { most: number; key: (institution: Institution) => string }[] = [
  { most: 9, key: ({ name }) => listMainWords(name).toSorted().join(' ') },
  { most: 2, key: ({ name }) => `${listMainWords(name).length} ${toInitials(listMainWords(name))}` },
  { most: 2, key: ({ name }) => toInitials(split(name)) },
  { most: 2, key: ({ city, country }) => `${city}, ${country}` },
  { most: 1, key: ({ name }) => split(name)[0] ?? '' },
  // The same name but for what the institution is, as University and Institute of Technology.
  {
    most: 2,
    key: ({ name }) =>
      listMainWords(name)
        .filter((word) => !academic.test(word))
        .join(' '),
  },
]

/** Returns the institutions of these names, the best known ones, and for each of them those that nearly match it. */
export function chooseInstitutions(count: number, named: ReadonlySet<string>): Record<'asked' | 'near', Institution[]> {
  const seen = new Set<string>()
  // Two that are written alike are one for a search by name.
  const distinct = readInstitutions(named).filter(({ name }) => {
    const key = split(name).join(' ')
    return seen.has(key) ? false : seen.add(key)
  })
  const known = distinct.filter(({ name }) => named.has(name))
  const asked = [...known, ...distinct.filter(({ name }) => !named.has(name))].slice(0, count)
  const taken = new Set(asked)
  const near = new Set<Institution>()
  for (const { most, key } of likenesses) {
    const alike = Map.groupBy(distinct, key)
    for (const one of asked) {
      const others = (alike.get(key(one)) ?? []).filter((other) => other !== one && !taken.has(other))
      for (const other of sample(others, most, ({ id }) => `${one.id} ${id}`)) near.add(other)
    }
  }
  return { asked, near: [...near] }
}
