/** `npm run snapshots`: writes every SQL statement of the service to a file, to be reviewed like code. */

import { writeFile } from 'node:fs/promises'
import { snapshotFile, statementsSnapshot } from '../test/contract/statements.ts'

await writeFile(snapshotFile, statementsSnapshot())
