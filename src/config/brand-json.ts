/** The types of `brand.json` as it is read. */

/** A value of `brand.json`. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reports a mistake in one sentence. */
export type Report = (sentence: string) => void
