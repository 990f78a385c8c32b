/**
 * Compiles functions that build objects with fixed keys, one literal each. Measured with rows of 20 columns: a loop that
 * assigns the keys takes ten times as long, and objects that `node:sqlite` builds are slow to read and to serialize.
 */

export interface Property {
  key: string
  /** Converts the value; null leaves it as it is. */
  convert: ((value: unknown) => unknown) | null
}

type Build<Source> = (source: Source) => Record<string, unknown>

/** Returns a function that builds an object from an array with the values of the properties, in their order. */
export const compileFromArray = (properties: readonly Property[]): Build<readonly unknown[]> =>
  compile(properties, (index) => `source[${index}]`)

/** Returns a function that builds an object from the properties of another; those that it lacks are undefined. */
export const compileFromObject = (properties: readonly Property[]): Build<object> =>
  compile(properties, (_, key) => `source[${JSON.stringify(key)}]`)

function compile(properties: readonly Property[], read: (index: number, key: string) => string): Build<unknown> {
  const literal = properties.map(({ key, convert }, index) => {
    // In a literal, this key sets the prototype.
    if (key === '__proto__') throw new Error('A property cannot have the name __proto__.')
    const value = read(index, key)
    return `${JSON.stringify(key)}: ${convert === null ? value : `convert[${index}](${value})`}`
  })
  const create = new Function('convert', `return (source) => ({ ${literal.join(', ')} })`)
  return create(properties.map(({ convert }) => convert))
}
