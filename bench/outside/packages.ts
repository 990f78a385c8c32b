/**
 * Texts that this project did not write: the one-line descriptions of Debian's packages. Which package is about what was said by the
 * people who tagged them (debtags), whose words are not among the texts.
 *
 * `Packages` is `dists/bookworm/main/binary-amd64/Packages` of any mirror, or what `apt-cache dumpavail` prints.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' }
import { foldText } from '#core/text-normalization.ts'

export interface PackageText {
  title: string
  /** The name of the package in words, and the section of the archive. */
  description: string
  category: string
  tags: ReadonlySet<string>
}

export interface TextQuery {
  class: string
  query: string
  /** Grades above 0, by the index of the text. */
  grades: ReadonlyMap<number, number>
}

/** A number from 0 to 1 that depends on the text only. */
const draw = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
const sample = <T>(items: readonly T[], most: number, text: (item: T) => string): T[] =>
  items.toSorted((a, b) => draw(text(a)) - draw(text(b))).slice(0, most)

/** The half that is measured once, at the end; the other one may be tuned on. */
export const isHeldOut = ({ query }: TextQuery) => draw(`half ${query}`) < 0.5

const maxTexts = 4_000
const sections =
  /^(?:science|math|education|games|sound|graphics|electronics|hamradio|gnu-r|text|editors|video|net|mail|web|database|admin|utils)$/

/** Returns the texts, each title once. */
export function readPackages(folder: string): PackageText[] {
  const known = new Map<string, PackageText>()
  for (const paragraph of readFileSync(join(folder, 'Packages'), 'utf8').split('\n\n')) {
    const read = (field: string) => new RegExp(`^${field}: *((?:.*)(?:\\n .*)*)`, 'm').exec(paragraph)?.[1] ?? ''
    const [title, category] = [read('Description').split('\n')[0] ?? '', read('Section')]
    if (title === '' || !sections.test(category) || known.has(title)) continue
    const description = `${read('Package').replaceAll('-', ' ')} ${category}`
    known.set(title, { title, description, category, tags: new Set(read('Tag').split(/[\s,]+/)) })
  }
  return sample([...known.values()], maxTexts, ({ title }) => title)
}

const common = new Set(stopwords.en)
const split = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
const listMainWords = (text: string) => split(text).filter((word) => word.length > 2 && !common.has(word))

function swapLetters(word: string): string {
  const at = 1 + Math.floor(draw(word) * (word.length - 2))
  return `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`
}

/** What people put around a subject. */
const questions = [
  'I want to learn about %',
  'what can I use for %?',
  'is there a course on % for beginners',
  'je cherche un cours sur %',
  'busco un curso de %',
  'ich suche einen Kurs über %',
  'quero aprender %',
]
const ask = (topic: string) => (questions[Math.floor(draw(topic) * questions.length)] ?? '%').replace('%', topic)

/** Subjects by which people tagged packages, and tasks. */
const facets = /^(?:field|use|game|works-with|sound|office|science|education|network|mail|web|security|hardware)::/
const samplesOfClass = 150

/** Topics are those of tags, and grade the packages that have the tag. */
function createTopicQueries(texts: readonly PackageText[]): TextQuery[] {
  const byTag = new Map<string, number[]>()
  for (const [index, { tags }] of texts.entries())
    for (const tag of tags) if (facets.test(tag)) byTag.set(tag, [...(byTag.get(tag) ?? []), index])
  const chosen = [...byTag].filter(
    ([tag, found]) => found.length >= 3 && !/TODO|special|calculating$|use::entertaining/.test(tag),
  )
  return sample(chosen, samplesOfClass, ([tag]) => tag).flatMap(([tag, found]) => {
    const words = tag.replace(/^[\w-]+::/, '').split(/[:-]/)
    const grades = new Map(found.map((index) => [index, 1] as const))
    const topic = words.join(' ')
    return [
      { class: 'subject of a tag', query: topic, grades },
      { class: 'subject in a sentence', query: ask(topic), grades },
    ]
  })
}

/** Words of titles, as people type them; the text with the title is meant, or all with the words. */
function createTitleQueries(texts: readonly PackageText[]): TextQuery[] {
  const words = texts.map(({ title, description }) => new Set(split(`${title} ${description}`)))
  const findAll = (some: readonly string[]) =>
    new Map(
      [...texts.keys()].flatMap((index) =>
        some.every((word) => words[index]?.has(word)) ? [[index, 1] as const] : [],
      ),
    )
  const long = texts.filter(({ title }) => listMainWords(title).length >= 3)
  return sample(long, samplesOfClass, ({ title }) => title).flatMap(({ title }) => {
    const main = listMainWords(title).slice(0, 3)
    const grades = findAll(main)
    const longest = main.toSorted((a, b) => b.length - a.length)[0] ?? ''
    const create = (kind: string, query: string): TextQuery => ({ class: kind, query, grades })
    return [
      create('three words of a title', main.join(' ')),
      create('… in another order', main.toReversed().join(' ')),
      create('… in a sentence', ask(main.join(' '))),
      ...(longest.length > 5 ? [create('… with a typo', main.join(' ').replace(longest, swapLetters(longest)))] : []),
      ...(/[a-rt-z]$/.test(longest) ? [create('… with a plural', main.join(' ').replace(longest, `${longest}s`))] : []),
      ...((main.at(-1)?.length ?? 0) > 5
        ? [create('… the last one unfinished', [...main.slice(0, -1), main.at(-1)?.slice(0, 4)].join(' '))]
        : []),
      { class: 'whole title', query: title.slice(0, 200), grades: findAll(split(title)) },
    ]
  })
}

export const createTextQueries = (texts: readonly PackageText[]): TextQuery[] => [
  ...createTopicQueries(texts),
  ...createTitleQueries(texts),
]
