/** Every list of the API description, and whether its total is the number of its rows. */

import assert from 'node:assert/strict'
import { expandOperations } from '#http/description/references.ts'
import type { Client } from '#test/support/client.ts'
import openapi from '../../openapi.json' with { type: 'json' }
import type { Scene } from './domain.ts'

interface Operation {
  parameters?: { name?: string; in?: string; required?: boolean }[]
  responses?: Record<string, { content?: object }>
}

const { paths } = expandOperations(openapi) as unknown as { paths: Record<string, Record<string, Operation>> }

const perPage = 100

/** Returns the paths of lists with pages that name no object. */
export const listPaths = (): string[] =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const { parameters = [], responses } = get ?? {}
    const hasPages =
      'application/json' in (responses?.['200']?.content ?? {}) && parameters.some(({ name }) => name === 'page')
    const needsMore = parameters.some((parameter) => parameter.required)
    return hasPages && !needsMore && !path.includes('{') ? [path] : []
  })

/** Walks all pages of all lists as an administrator and as some people; returns how many lists and rows there were. */
export async function countListedRows(year: Scene): Promise<{ lists: number; rows: number }> {
  const { admin, citizens, chance, world } = year
  const people = (['learner', 'researcher', 'recruiter'] as const).map((role) => chance.of(citizens(role)))
  let [lists, rows] = [0, 0]
  for (const client of [admin, ...people])
    for (const path of listPaths()) {
      // Each read of an administrator adds a row to the audit log.
      const until = path === '/admin/audit' ? `&until=${encodeURIComponent(world.now)}` : ''
      const count = await walkList(client, path, until)
      if (count === null) continue
      lists += 1
      rows += count
    }
  return { lists, rows }
}

/** Returns the number of rows; null where the person may not read the list. */
async function walkList(client: Client, path: string, more: string): Promise<number | null> {
  const ids: string[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { status, data, meta, text } = await client.get(`${path}?limit=${perPage}&page=${page}${more}`)
    if (page === 1 && [403, 422].includes(status)) return null
    assert.equal(status, 200, `${path} ${text}`)
    ids.push(...data.map((row: object) => JSON.stringify('id' in row ? row.id : row)))
    last = meta.last_page
    if (page === last) assert.equal(ids.length, meta.total, `${path} has another total`)
  }
  assert.equal(new Set(ids).size, ids.length, `${path} has a row twice`)
  return ids.length
}
