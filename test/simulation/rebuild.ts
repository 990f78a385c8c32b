/** Whether what is derived step by step is what a rebuild makes of the tables. */

import assert from 'node:assert/strict'
import type { Client } from '#test/support/client.ts'
import { runCommand } from '#test/support/command.ts'
import type { Scene } from './domain.ts'
import { listPaths } from './lists.ts'

/** Words of names, places, titles and skills of the year. */
const words = ['Botany', 'Nairobi', 'Ada', 'botanist lusaka', 'Statistics', 'McClintock', 'Basics']

/** Lists that change by being read, or with the time. */
const living = ['/admin/audit', '/admin/tasks']

/** Ends the service, builds everything anew, starts it again, and compares what people see. */
export async function compareRebuild({ world, settings, admin, citizens, chance }: Scene): Promise<void> {
  const readers = [admin, chance.of(citizens('learner')), chance.of(citizens('recruiter'))]
  const before = await Promise.all(readers.map(describe))
  await world.restart('SIGTERM', async () => {
    const { stderr } = await runCommand(['rebuild', 'nothing'], settings)
    const names = /there is: ([^.]+)\./.exec(stderr)?.[1]?.split(', ') ?? []
    assert.ok(names.length > 0, stderr)
    for (const command of [...names.map((name) => ['rebuild', name]), ['reindex']]) {
      const { code, stdout, stderr: problem } = await runCommand(command, settings)
      assert.equal(code, 0, `${command.join(' ')}: ${stdout}${problem}`)
    }
  })
  assert.deepEqual(await Promise.all(readers.map(describe)), before)
}

/** The totals of all lists, what is found by words, and how much is unread. */
async function describe(reader: Client): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const path of listPaths().filter((path) => !living.includes(path))) {
    const { status, meta } = await reader.get(`${path}?limit=1`)
    if (status === 200) seen[path] = meta.total
    for (const word of words) {
      const found = await reader.get(`${path}?search=${encodeURIComponent(word)}&limit=100`)
      if (found.status === 200)
        seen[`${path} ${word}`] = [found.meta.total, found.data.map(({ id }: { id: number }) => id)]
    }
  }
  for (const query of words) {
    const { status, data } = await reader.post('/search/intelligent', { query })
    if (status === 200) seen[`search ${query}`] = [data.total, data.researchers.map(({ id }: { id: number }) => id)]
  }
  return seen
}
