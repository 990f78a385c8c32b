import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { emptyDatabase } from '../contract/empty-database.ts'
import { startMailServer } from '../support/mail-server.ts'
import { unpackRelease } from './last-release.ts'
import { plain, type Serving, serve } from './program.ts'
import { createScenario, createSettings } from './traffic/scenario.ts'
import { runTraffic } from './traffic/simulated-user.ts'

const steps = 120

// One process has the embedded database at a time, so only PostgreSQL knows instances of two versions.
if (process.env.TEST_DATABASE === 'postgres')
  describe('an upgrade of instances one after the other', async () => {
    const office = await startMailServer()
    // The older version creates it, so that the newer one migrates it while the older one runs.
    const { config, drop } = await emptyDatabase()
    const release = await unpackRelease()
    const settings = {
      ...createSettings(office),
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? '',
    }
    const running = new Set<Serving>()
    after(async () => {
      for (const program of running) program.kill('SIGKILL')
      await Promise.all([...running].map(({ ended }) => ended))
      await office.close()
      await drop()
      await release.remove()
    })
    const start = async (main?: string) => {
      const program = await serve(settings, main === undefined ? plain : { ...plain, main })
      running.add(program)
      return program
    }

    it('loses nothing and refuses nothing, while both versions answer', async () => {
      const older = await start(release.main)
      const scenario = await createScenario(older, office)
      await runTraffic(older, scenario.users, countDown(steps))

      const newer = await start()
      await runTraffic(createBalancer(older, newer), scenario.users, countDown(2 * steps))
      // The newer one numbers the changes that both have made, so it is asked first; the older one sees them within a second.
      await scenario.check(newer)
      await scenario.check(older)

      older.kill('SIGTERM')
      assert.equal((await older.ended).code, 0)
      await runTraffic(newer, scenario.users, countDown(steps))
      await scenario.check(newer)

      // An instance that crashed during the upgrade starts again, and the way back is open.
      const again = await start(release.main)
      await runTraffic(createBalancer(again, newer), scenario.users, countDown(steps))
      await scenario.check(newer)
      await scenario.check(again)
    })
  })

/** Sends each request to the next program in turn. */
function createBalancer(...programs: Serving[]): Pick<Serving, 'anonymous' | 'as'> {
  let sent = 0
  const choose = () => programs[sent++ % programs.length] as Serving
  const balance = (choice: () => Serving['anonymous']): Serving['anonymous'] => ({
    get: (...asked) => choice().get(...asked),
    post: (...asked) => choice().post(...asked),
    put: (...asked) => choice().put(...asked),
    delete: (...asked) => choice().delete(...asked),
    send: (...asked) => choice().send(...asked),
  })
  return { anonymous: balance(() => choose().anonymous), as: (token) => balance(() => choose().as(token)) }
}

function countDown(left: number) {
  let done = 0
  return {
    done: () => {
      done++
    },
    isOver: () => done >= left,
  }
}
