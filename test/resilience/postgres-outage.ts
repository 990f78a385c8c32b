/** A PostgreSQL server that is stopped in every way and comes back. */

import { setTimeout as pause } from 'node:timers/promises'
import { openClient } from '#database/postgres/client.ts'
import { hangLimitMs } from '../support/hang-limit.ts'
import type { PostgresServer } from '../support/postgres-server.ts'

/** SIGINT is a fast shutdown, SIGQUIT an immediate one; SIGKILL does not notify the sessions. */
export type Blow = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** Resolves when the server is gone; its folder stays. */
export async function end({ url }: PostgresServer, blow: Blow): Promise<void> {
  const pid = await readPostmasterId(url)
  process.kill(pid, blow)
  await resolvePath(() => !isAlive(pid))
}

/** Resolves when the server answers again. */
export async function waitUntilBack(server: PostgresServer): Promise<void> {
  let refused: unknown
  await resolvePath(async () => {
    try {
      await server.start()
      return true
    } catch (error) {
      // After SIGKILL the sessions outlive the server for a moment and prevent a new start.
      refused = error
      return false
    }
  }).catch(() => {
    throw refused
  })
}

async function readPostmasterId(url: string): Promise<number> {
  const client = await openClient({ connectionString: url })
  const { rows } = await client.query("select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid")
  await client.end()
  return Number(rows[0].pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function resolvePath(condition: () => Promise<boolean> | boolean) {
  const deadline = Date.now() + hangLimitMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The PostgreSQL server neither ends nor starts.')
    await pause(20)
  }
}
