/** The type of one part of the benchmark. */

export interface Options {
  seconds: number
  /** The number of requests that the soak sends. */
  requests: number
  rounds: number
  /** For how long `year` begins another year. */
  hours: number
  /** Another checkout of the project to measure as well. */
  against: string | null
  /** The folder with data that is not part of the project. */
  data: string | null
  /** The database of `requests`, `bulk` and `lists`. */
  database: 'sqlite' | 'postgres'
  /** Judges by the queries that are kept for the end. */
  heldOut: boolean
  /** Limits the memory of `memory` and `soak`, in MiB; null for no limit. */
  limit: number | null
  /** Draws the curve of `memory`. */
  picture: boolean
  verbose: boolean
  /** A folder for data, which is removed at the end. */
  folder: string
}

export interface Part {
  name: string
  about: string
  run(options: Options): Promise<void>
}
