/** Judges the search by questions for people at institutions of the list that ships, beside others that nearly match them. */

import { chooseInstitutions, isHeldOut } from '../institutions/list.ts'
import { createMembers } from '../institutions/people.ts'
import { calculatePrecision, createQueries, namedInstitutions, type Query } from '../institutions/queries.ts'
import { buildResearchers } from '../search/build.ts'
import { createFolder, getToken } from '../support/data.ts'
import { formatWhole, printTable } from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const askedCount = 1_500
const atAsked = 12
const atNear = 3

export const institutions: Part = {
  name: 'institutions',
  about: 'precision of the search for people at institutions that nearly match',
  async run(options) {
    const { asked, near } = chooseInstitutions(askedCount, namedInstitutions)
    const isAsked = new Set(asked)
    const members = createMembers([...asked, ...near], (one) => (isAsked.has(one) ? atAsked : atNear))
    const dataDir = createFolder(options.folder, 'institutions')
    await buildResearchers(
      dataDir,
      members.length,
      () => undefined,
      (index) => members[index] ?? fail(index),
    )
    const server = await startService({ dataDir })
    try {
      const half = options.heldOut ? 'the half that is kept for the end' : 'the half to tune on'
      const queries = createQueries(members, asked, options.heldOut)
      const count = asked.filter((one) => isHeldOut(one) === options.heldOut).length
      const title = `Precision of ten among ${formatWhole(members.length)} people at ${formatWhole(asked.length + near.length)} institutions, ${formatWhole(count)} of which are asked for: ${half}`
      await judge(title, { server, queries, options })
    } finally {
      await server.stop()
    }
  },
}

function fail(index: number): never {
  throw new Error(`There is no person ${index}.`)
}

interface Work {
  server: Server
  queries: readonly Query[]
  options: Options
}

async function judge(title: string, { server, queries, options }: Work) {
  const means: number[] = []
  const rows: string[][] = []
  for (const [name, some] of Map.groupBy(queries, (query) => query.class)) {
    let [sum, only] = [0, 0]
    for (const { query, wanted } of some) {
      const { ids, whole, institutions } = await search(server, query)
      const precision = calculatePrecision(ids, wanted)
      sum += precision
      if (whole <= wanted.size) only++
      if (options.verbose && precision < 1)
        console.log(name, JSON.stringify(query), precision.toFixed(2), institutions.slice(0, 6).join(' | '))
    }
    means.push(sum / some.length)
    rows.push([name, String(some.length), (sum / some.length).toFixed(3), (only / some.length).toFixed(3)])
  }
  const mean = means.reduce((sum, one) => sum + one, 0) / means.length
  printTable(
    title,
    ['', 'queries', 'precision', 'no other'],
    [...rows, ['mean of the classes', '', mean.toFixed(3), '']],
  )
}

async function search({ url }: Server, query: string) {
  const headers = { authorization: `Bearer ${getToken(1)}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ query, limit: 10 })
  const response = await fetch(`${url}/search/intelligent`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`)
  const { data } = (await response.json()) as {
    data: {
      researchers: { id: number }[]
      insights: { interpreted: { institutions: string[]; full_matches: number } }
    }
  }
  const { institutions, full_matches: whole } = data.insights.interpreted
  return { ids: data.researchers.map(({ id }) => id - 1), whole, institutions }
}
