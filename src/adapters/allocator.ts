/**
 * Gives memory that the allocator of glibc keeps back to the system. By itself it returns only what lies above the last
 * block in use, which after a busy hour is little: a hundred megabytes can stay for days.
 */

/** Returns what the allocator keeps (malloc_trim(3)), in some milliseconds. */
export type TrimAllocator = () => void

/** Returns null where there is no glibc, or where this Node cannot call it. */
export async function loadTrimAllocator(): Promise<TrimAllocator | null> {
  if (process.platform !== 'linux') return null
  try {
    const { dlopen } = await import('node:ffi')
    const { functions } = dlopen('libc.so.6', { malloc_trim: { arguments: ['uint64'], return: 'int32' } })
    const keptBytes = 0n
    return () => void functions.malloc_trim(keptBytes)
  } catch {
    return null
  }
}
