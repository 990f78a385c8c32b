/**
 * People whom this project did not invent: the maintainers of Debian's packages. The packages are their publications, with
 * the one-line description as the title, and the sections of the archive are their fields.
 *
 * The two indexes are `dists/bookworm/main/source/Sources` and `dists/bookworm/main/binary-amd64/Packages` of any mirror,
 * unpacked. They name real people, so they are not part of the project.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from '../search/person.ts'

type Paragraph = ReadonlyMap<string, string>

function readParagraphs(path: string): Paragraph[] {
  return readFileSync(path, 'utf8')
    .split('\n\n')
    .map((text) => {
      const fields = new Map<string, string>()
      for (const line of text.split('\n')) {
        const [, name, value] = /^([A-Z][\w-]*): *(.*)$/.exec(line) ?? []
        if (name !== undefined && value !== undefined) fields.set(name, value)
      }
      return fields
    })
    .filter((fields) => fields.has('Package'))
}

/** Addresses of teams and lists, which are no people. */
const isTeam = (name: string, email: string) =>
  /team|group|maintainers|developers|project|packagers|debian\b|\bqa\b/i.test(name) || /lists|team|tracker/i.test(email)

const listPeople = (text: string): string[] =>
  [...text.matchAll(/([^<>,]+?)\s*<([^<>]+)>/g)].flatMap(([, given = '', email = '']) => {
    const name = given.replaceAll('"', '').trim()
    return isTeam(name, email) || !name.includes(' ') || name.length > 60 ? [] : [name]
  })

/** Returns the title of each source package: the description of the package with its name, otherwise of another one. */
function readTitles(folder: string): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  for (const fields of readParagraphs(join(folder, 'Packages'))) {
    const source = (fields.get('Source') ?? fields.get('Package') ?? '').replace(/ .*/, '')
    const title = fields.get('Description') ?? ''
    const isNamesake = fields.get('Package') === source
    if (isNamesake || !titles.has(source)) titles.set(source, title.replace(/ \(.*\)$| - .*$/, ''))
  }
  return titles
}

interface Work {
  titles: Set<string>
  /** The number of packages in each section. */
  sections: Map<string, number>
}

/** Returns the people with at least two packages, in the order of their names. */
export function readPeople(folder: string): Person[] {
  const titles = readTitles(folder)
  const people = new Map<string, Work>()
  for (const fields of readParagraphs(join(folder, 'Sources'))) {
    const title = titles.get(fields.get('Package') ?? '')
    if (title === undefined) continue
    const section = (fields.get('Section') ?? '').replace(/.*\//, '')
    for (const name of new Set(listPeople(`${fields.get('Maintainer') ?? ''}, ${fields.get('Uploaders') ?? ''}`))) {
      const known: Work = people.get(name) ?? { titles: new Set(), sections: new Map() }
      known.titles.add(title)
      known.sections.set(section, (known.sections.get(section) ?? 0) + 1)
      people.set(name, known)
    }
  }
  return [...people]
    .filter(([, { titles: mine }]) => mine.size > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { titles: mine, sections }]) => toPerson(name, [...mine], sections))
}

const maxTitles = 500

const toPerson = (name: string, titles: readonly string[], sections: ReadonlyMap<string, number>): Person => ({
  name,
  headline: '',
  bio: '',
  institution: '',
  department: '',
  location: '',
  country: '',
  fields: [...sections]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([section]) => section),
  skills: [],
  languages: [],
  years_experience: 0,
  h_index: null,
  availability: 'available',
  verified: false,
  publications: titles.slice(0, maxTitles).map((title) => ({ title, year: 2_023, venue: '', doi: null, url: null })),
})
