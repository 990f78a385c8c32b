/** What a part of the platform does in the year, and what it does it with. */

import type { DatabaseConfig } from '#database/index.ts'
import type { Client } from '#test/support/client.ts'
import type { Chance } from '../resilience/random.ts'
import type { getCitizens } from './people/population.ts'
import type { Pledges } from './promises.ts'
import type { Rails } from './rails.ts'
import type { World } from './world.ts'

export interface YearOptions {
  seed: number
  /** Who come in by the import. */
  people: number
  /** How many of them act. */
  active: number
  days: number
  /** How many days pass between two looks. */
  roundDays: number
  stepHours: number
}

/** What all parts share. */
export interface Scene {
  readonly options: YearOptions
  readonly world: World
  readonly rails: Rails
  readonly chance: Chance
  readonly config: DatabaseConfig
  readonly settings: Record<string, string>
  readonly pledges: Pledges
  readonly admin: Client
  citizens(role: 'learner' | 'researcher' | 'recruiter'): ReturnType<typeof getCitizens>
  /** The people answer their phones, until nothing is on its way. */
  settle(): Promise<void>
  /** Returns whether no gateway fails around the moment. */
  isFaultless(moment: string): boolean
}

export interface Domain {
  /** Makes what the year begins with. */
  begin?(): Promise<void>
  /** People do something now; `next` is when they are asked again. */
  act(now: string, next: string): Promise<void>
  /** People finish what they have begun; asked each day of the end. */
  finish?(now: string): Promise<void>
  /** Compares, once nothing is on its way. */
  close?(): Promise<void>
}
