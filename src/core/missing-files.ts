/** Resolves with null when the file or folder does not exist (any more); rejects with any other error. */
export function rethrowUnlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
