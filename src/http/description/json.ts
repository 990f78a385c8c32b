/** A JSON value of the API description. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether the schema equals the known one, or none is known. */
export const isSame = (known: Json | undefined, schema: Json): boolean =>
  known === undefined || JSON.stringify(known) === JSON.stringify(schema)
