/** Judges the search with people and texts that this project did not make, beside MiniSearch and PostgreSQL. */

import { startPostgres } from '#test/support/postgres-server.ts'
import { readPeople } from '../outside/debian.ts'
import { createMiniSearch, createPostgresSearch, type Search } from '../outside/peers.ts'
import { calculateNdcg, createQueries, isHeldOut, type Query } from '../outside/queries.ts'
import { buildResearchers } from '../search/build.ts'
import { createFolder, getToken } from '../support/data.ts'
import { formatWhole, printTable } from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

export const outside: Part = {
  name: 'outside',
  about: "relevance for people of Debian's archive, beside two peers; needs --data FOLDER with Sources and Packages",
  async run(options) {
    if (options.data === null) throw new Error('Name the folder with the files Sources and Packages: --data FOLDER')
    const people = readPeople(options.data)
    const queries = createQueries(people).filter((query) => isHeldOut(query) === options.heldOut)
    const dataDir = createFolder(options.folder, 'outside')
    await buildResearchers(
      dataDir,
      people.length,
      () => undefined,
      (index) => people[index] ?? fail(index),
    )
    const [server, postgres] = await Promise.all([startService({ dataDir }), startPostgres()])
    const peer = await createPostgresSearch(postgres.url, people)
    try {
      const subjects = [createMiniSearch(people), peer.search, createService(server)]
      const half = options.heldOut ? 'the half that is kept for the end' : 'the half to tune on'
      print(`nDCG@10 among ${formatWhole(people.length)} people, ${half}`, await judge(queries, subjects, options))
    } finally {
      await peer.close()
      await Promise.all([server.stop(), postgres.stop()])
    }
  },
}

function fail(index: number): never {
  throw new Error(`There is no person ${index}.`)
}

interface Row {
  name: string
  queries: number
  scores: number[]
}

async function judge(queries: readonly Query[], subjects: readonly Search[], { verbose }: Options): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, some] of Map.groupBy(queries, (query) => query.class)) {
    const sums = subjects.map(() => 0)
    for (const { query, grades } of some) {
      const scores: number[] = []
      for (const search of subjects) scores.push(calculateNdcg(await search(query), grades))
      for (const [index, score] of scores.entries()) sums[index] = (sums[index] ?? 0) + score
      if (verbose && (scores.at(-1) ?? 0) < 0.8)
        console.log(name, JSON.stringify(query), scores.map((one) => one.toFixed(2)).join(' '))
    }
    rows.push({ name, queries: some.length, scores: sums.map((sum) => sum / some.length) })
  }
  return rows
}

function print(title: string, rows: readonly Row[]) {
  const mean = (index: number) => rows.reduce((sum, { scores }) => sum + (scores[index] ?? 0), 0) / rows.length
  printTable(
    title,
    ['', 'queries', 'MiniSearch', 'PostgreSQL', 'service'],
    [
      ...rows.map(({ name, queries, scores }) => [name, String(queries), ...scores.map((one) => one.toFixed(2))]),
      ['mean of the classes', '', ...[0, 1, 2].map((index) => mean(index).toFixed(2))],
    ],
  )
}

const createService =
  ({ url }: Server): Search =>
  async (query) => {
    const headers = { authorization: `Bearer ${getToken(1)}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query, limit: 10 })
    const response = await fetch(`${url}/search/intelligent`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`)
    const { data } = (await response.json()) as { data: { researchers: { id: number }[] } }
    return data.researchers.map(({ id }) => id - 1)
  }
