/** `npm run snapshots`: writes what is reviewed like code: every SQL statement of the service, and who may do what. */

import '#node-version.ts'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { snapshotFile, statementsSnapshot } from '../test/contract/statements.ts'

await writeFile(snapshotFile, statementsSnapshot())

// Who may do what is what a running service answers, so the test that asks it writes it down.
const test = fileURLToPath(new URL('../test/contract/authorization.test.ts', import.meta.url))
const { status } = spawnSync(process.execPath, ['--test', test], {
  env: { ...process.env, SNAPSHOTS: 'write' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
