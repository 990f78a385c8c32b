/** The names of the fields of all requests, which sentences about them contain. */

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

interface Operation {
  readonly parameters?: Json
  readonly requestBody?: Json
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of bodies and queries. Names like `chunkIndex` are the same in every language. */
export function listRequestFields(description: Description & { readonly [key: string]: Json }): string[] {
  const names = new Set<string>()
  const seen = new Set<Json>()
  const follow = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<Json>((at, part) => (isObject(at) ? (at[part] ?? null) : null), description)

  function visit(value: Json): void {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (isObject(value)) readNames(value)
    for (const inner of Object.values(value)) visit(inner)
  }

  function readNames({ $ref, properties, in: place, name }: { readonly [key: string]: Json | undefined }): void {
    if (typeof $ref === 'string') visit(follow($ref))
    if (properties !== undefined && isObject(properties)) for (const field of Object.keys(properties)) names.add(field)
    if (place === 'query' && typeof name === 'string') names.add(name)
  }

  for (const { parameters = [], requestBody = null } of Object.values(description.paths).flatMap(
    Object.values<Operation>,
  )) {
    visit(parameters)
    visit(requestBody)
  }
  return [...names].filter((name) => !/[A-Z]/.test(name)).toSorted()
}
