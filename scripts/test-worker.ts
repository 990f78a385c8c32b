/** Runs test files one after the other in one process, which loads the service once for all of them. */

import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endApps } from '../test/support/app.ts'

/** As long as the slowest file may take on a machine that has much else to do. */
const fileLimitMs = 180_000

/** What a worker is told, as JSON in `TEST_WORK`. */
export interface TestWork {
  files: string[]
  /** A folder that the workers share: whoever makes the folder of a file's number in it runs that file. */
  claims: string
}

if (process.env.TEST_WORK) await work(JSON.parse(process.env.TEST_WORK))

async function work({ files, claims }: TestWork): Promise<void> {
  for (const [number, file] of files.entries()) if (claim(join(claims, `${number}`))) await runFile(file)
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** What a file registers while it is imported, its hooks too, belongs to the suite around it. */
async function runFile(file: string): Promise<void> {
  const limit = setTimeout(() => abandon(file), fileLimitMs)
  await new Promise<void>((ended) => {
    void suite(file, async () => {
      // Registered after the hooks of the file, so it ends when they have.
      after(async () => {
        await endApps()
        ended()
      })
      await import(pathToFileURL(resolve(file)).href)
    })
  })
  clearTimeout(limit)
}

function abandon(file: string): never {
  console.error(`✖ ${file} did not end within ${fileLimitMs / 1000} s; it was waiting for:`)
  console.error(process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}
