import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '#config.ts'
import { addDuration as later, systemClock } from '#core/time.ts'
import { createService } from '#service.ts'
import { ask } from '../contract/empty-database.ts'
import { createClient } from '../support/client.ts'
import { createConfig } from '../support/database.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type Serving, serve } from './program.ts'
import { createScenario, createSettings } from './traffic/scenario.ts'
import { runTraffic, throwUnanswered } from './traffic/simulated-user.ts'

/** `ROUNDS=50` runs longer. Each round continues with the data of the previous ones. */
const preset = 2
const rounds = Number(process.env.ROUNDS ?? preset)

const office = await startMailServer()
const { config, drop } = await createConfig()
const settings = {
  ...createSettings(office),
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
}
let program = await serve(settings)
after(async () => {
  program.kill('SIGKILL')
  await program.ended
  await office.close()
  await drop()
})
const scenario = await createScenario(program, office)

describe('a service that is killed under traffic', () => {
  for (let round = 1; round <= rounds; round++)
    it(`has everything it acknowledged, and no partial changes, after crash ${round} of ${rounds}`, async (t) => {
      const enough = 50 + Math.random() * 80

      const acknowledged = await burst(program, enough)
      const { signal } = await program.ended
      const began = performance.now()
      program = await serve(settings)
      const ready = performance.now() - began
      if (rounds > preset) t.diagnostic(`${acknowledged} acknowledged, ready after ${Math.round(ready)} ms`)

      assert.equal(signal, 'SIGKILL')
      assert.ok(acknowledged >= enough)
      await scenario.check(program)
      await assertSound()
    })

  it('completes its queued tasks in the end, once', async (t) => {
    program.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)

    // By then the leases of killed workers have ended, and pending payments are checked.
    const clock = { now: () => later(systemClock.now(), { minutes: 5 }) }
    const logger = pino({ level: 'silent' })
    const service = await createService(readConfig({ ...settings, PORT: '0' }), {
      clock,
      logger,
      poll: 2 ** 31 - 1,
    })
    t.after(() => service.stop())
    const address = await service.server.listen({ host: '127.0.0.1', port: 0 })
    const as = (token: string | null) => createClient(address, token)
    await service.settle()

    await scenario.check({ anonymous: as(null), as }, true)
    const left = await ask(
      config,
      'select kind, last_error from tasks where dead_at is not null or last_error is not null',
    )
    assert.deepEqual(left, [])
  })
})

/** Sends traffic until the program is killed, a moment after enough was acknowledged; returns the number. */
async function burst(target: Serving, enough: number): Promise<number> {
  let count = 0
  let isGone = false
  await runTraffic(throwUnanswered(target), scenario.users, {
    done() {
      if (++count >= enough) setTimeout(() => target.kill('SIGKILL'), Math.random() * 20)
    },
    countLost() {
      isGone = true
    },
    isOver: () => isGone,
  })
  target.kill('SIGKILL')
  return count
}

async function assertSound() {
  if (config.databaseUrl !== null) return
  const [checked] = await ask(config, 'pragma integrity_check')
  assert.equal(checked?.integrity_check, 'ok')
  assert.deepEqual(await ask(config, 'pragma foreign_key_check'), [])
}
