/** Opens the database of the service, with the triggers that its features declare. */

import type { Database } from '#database/database.ts'
import { type DatabaseConfig, openDatabase as openWithTriggers } from '#database/index.ts'
import { derivations } from '../app.ts'

export { derivations }

export const openDatabase = (config: DatabaseConfig): Promise<Database> => openWithTriggers(config, derivations)
