/** Returns a function that creates what belongs to a key when it is asked for it first. */
export function createOnce<K, T>(create: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    const value = known.get(key) ?? create(key)
    known.set(key, value)
    return value
  }
}
