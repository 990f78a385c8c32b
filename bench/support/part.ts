/** What a part of the benchmark is. */

export interface Options {
  seconds: number
  /** How many the soak sends. */
  requests: number
  rounds: number
  /** Another checkout of the project to measure as well. */
  against: string | null
  /** Where data may be put; removed at the end. */
  folder: string
}

export interface Part {
  name: string
  about: string
  run(options: Options): Promise<void>
}
