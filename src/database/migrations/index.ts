/** Every migration, in the order they run. Append only: a released one never changes. */

import type { Migration } from '../schema.ts'
import { accounts } from './0001-accounts.ts'
import { platform } from './0002-platform.ts'
import { researchers } from './0005-researchers.ts'

export const migrations: readonly Migration[] = [accounts, platform, researchers]
