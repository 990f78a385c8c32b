/**
 * `npm run keep-release`: keeps the program as it is, for the test that runs the last release beside the next version
 * (`test/resilience/upgrade.test.ts`), and freezes its migrations. Run it when a release is made.
 */

import '#node-version.ts'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { writeReleasedHashes } from '#test/contract/released-migrations.ts'
import { keepRelease } from '#test/resilience/last-release.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const listed = execFileSync('git', ['ls-files', 'src', 'packages', 'package.json'], { cwd: root, encoding: 'utf8' })
await keepRelease(
  root,
  listed
    .trim()
    .split('\n')
    .filter((path) => !path.endsWith('.test.ts')),
)
await writeReleasedHashes()
