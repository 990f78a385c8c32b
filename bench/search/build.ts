/** Builds a database with many researchers and their search index, much faster than by saving each profile. */

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  blockSize,
  buildDocument,
  calculateQuality,
  createSpellings,
  encodeFacets,
  encodeIds,
  getBlockNumber,
  getChunkNumber,
  replaceParts,
} from '@research-platform/search-engine'
import { foldText } from '#core/text-normalization.ts'
import { getDatabasePath } from '#database/index.ts'
import { fillProfiles } from '#database/migrations/0103-forward-index.ts'
import { openDatabase } from '#service/open-database.ts'
import { addTokens } from '../support/data.ts'
import { createPerson } from './people.ts'
import type { Person } from './person.ts'

interface Term {
  id: number
  kind: string
  term: string
  label: string
  researchers: number
}

const now = new Date().toISOString()
const links = JSON.stringify({ website: '', linkedin: '', orcid: '', github: '' })

const toldEvery = 100_000

/**
 * Builds the data folder. Researchers have the ids from 1 in the order of `person`. User 1 has an access token and no
 * search limit. `tell` is called from time to time with the number of researchers built so far.
 */
export async function buildResearchers(
  folder: string,
  count: number,
  tell: (made: number) => void,
  create: (index: number) => Person = createPerson,
): Promise<void> {
  await (await openDatabase({ databaseUrl: null, dataDir: folder })).close()
  const db = new DatabaseSync(getDatabasePath(folder))
  db.exec('pragma synchronous = off; pragma journal_mode = off; pragma cache_size = -2000000; begin')
  const build = new Build(db)
  for (let id = 1; id <= count; id++) {
    build.add(id, create(id - 1))
    if (id % toldEvery === 0) tell(id)
  }
  build.finish()
  db.exec(fillProfiles('sqlite'))
  db.exec('delete from journal')
  db.exec('update plans set candidate_searches = -1')
  db.prepare("insert into counters (name, change) values ('users.researcher', ?)").run(count)
  addTokens(db, 1)
  db.exec('commit; pragma journal_mode = wal; pragma wal_checkpoint(truncate)')
  db.close()
}

class Build {
  readonly #db: DatabaseSync
  readonly #terms = new Map<string, Term>()
  #postings = new Map<string, number[]>()
  #facets = new Map<number, Uint8Array>()
  #last = 0
  readonly #addUser: StatementSync
  readonly #addResearcher: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#addUser = db.prepare(
      `insert into users (id, name, email, email_verified_at, role, bio, links, created_at, updated_at)
       values (?, ?, ?, ?, 'researcher', ?, ?, ?, ?)`,
    )
    this.#addResearcher = db.prepare(
      `insert into researchers (id, user_id, headline, bio, institution, department, location, country, fields, skills,
         languages, years_experience, h_index, availability, verified, publications, created_at, updated_at, name_key, quality,
         publications_count, institution_names)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
  }

  add(id: number, made: Person) {
    if (this.#last > 0 && getChunkNumber(id) !== getChunkNumber(this.#last)) this.#writeChunk()
    if (this.#last > 0 && getBlockNumber(id) !== getBlockNumber(this.#last)) this.#writeBlock()
    this.#last = id
    const quality = calculateQuality({ ...made, visibility: 'public', orcid: null })
    this.#writeRows(id, made, quality)
    const entry = buildDocument({ ...made, visibility: 'public', quality })
    for (const key of entry.keys) {
      const ids = this.#postings.get(key)
      if (ids) ids.push(id)
      else this.#postings.set(key, [id])
    }
    for (const [kind, term, label] of entry.terms) this.#term(kind, term, label).researchers++
    this.#facets.set(
      id % blockSize,
      encodeFacets(entry, (kind, term) => this.#term(kind, term, term).id),
    )
  }

  finish() {
    this.#writeChunk()
    this.#writeBlock()
    const addTerm = this.#db.prepare(
      'insert into search_terms (id, kind, term, label, researchers) values (?, ?, ?, ?, ?)',
    )
    const addSpelling = this.#db.prepare('insert into search_spellings (spelling, term) values (?, ?)')
    for (const { id, kind, term, label, researchers } of this.#terms.values()) {
      addTerm.run(id, kind, term, label, researchers)
      if (kind === 'word') for (const one of createSpellings(term)) addSpelling.run(one, term)
    }
  }

  #term(kind: string, term: string, label: string): Term {
    const key = `${kind} ${term}`
    const known = this.#terms.get(key)
    if (known) return known
    const made = { id: this.#terms.size + 1, kind, term, label, researchers: 0 }
    this.#terms.set(key, made)
    return made
  }

  #writeChunk() {
    const chunk = getChunkNumber(this.#last)
    const add = this.#db.prepare('insert into search_postings (key, chunk, docs) values (?, ?, ?)')
    for (const key of [...this.#postings.keys()].sort())
      add.run(key, chunk, encodeIds(chunk, this.#postings.get(key) ?? []))
    this.#postings = new Map()
  }

  #writeBlock() {
    const add = this.#db.prepare('insert into search_facets (block, facets) values (?, ?)')
    add.run(getBlockNumber(this.#last), replaceParts(undefined, this.#facets))
    this.#facets = new Map()
  }

  #writeRows(id: number, made: ReturnType<typeof createPerson>, quality: number) {
    this.#addUser.run(id, made.name, `person${id}@example.org`, now, made.bio, links, now, now)
    this.#addResearcher.run(
      ...[id, id, made.headline, made.bio, made.institution, made.department, made.location, made.country],
      ...[JSON.stringify(made.fields), JSON.stringify(made.skills), JSON.stringify(made.languages)],
      ...[made.years_experience, made.h_index, made.availability, made.verified ? 1 : 0],
      ...[JSON.stringify(made.publications), now, now, foldText(made.name).trim(), quality, made.publications.length],
      JSON.stringify(made.institution_names ?? []),
    )
  }
}
