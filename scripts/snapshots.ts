/**
 * `npm run snapshots`: writes the files that are reviewed like code: every SQL statement of the service, and the table
 * of permissions.
 */

import '#node-version.ts'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createSnapshot, snapshotFile } from '#test/contract/statements.ts'

await writeFile(snapshotFile, createSnapshot())

// Permissions are read from a running service, so the test that asks the service writes the table.
const test = fileURLToPath(new URL('../test/contract/authorization.test.ts', import.meta.url))
const { status } = spawnSync(process.execPath, ['--test', test], {
  env: { ...process.env, SNAPSHOTS: 'write' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
