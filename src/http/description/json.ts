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

export const toCapitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** `PlanId` for `plan_id`. */
export const toPascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map(toCapitalized)
    .join('')

export const toSchemaReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** The name of the component that a reference leads to. */
export const getComponentName = (reference: Json | undefined): string | undefined =>
  isObject(reference) && typeof reference.$ref === 'string' ? reference.$ref.split('/').at(-1) : undefined
