/**
 * Gives free blocks of memory back to the system, which the allocator of glibc keeps: by itself it returns only what lies above
 * the last block in use, so that a hundred megabytes can stay for days.
 */

export interface ResidentMemory {
  /** Returns the free blocks of the allocator (malloc_trim(3)), in some milliseconds. */
  trimAllocator(): void
}

const keptBytes = 0n

/** Returns null where there is no glibc, or where this Node cannot call it. */
export async function loadResidentMemory(): Promise<ResidentMemory | null> {
  if (process.platform !== 'linux') return null
  try {
    const { dlopen } = await import('node:ffi')
    const { functions } = dlopen('libc.so.6', {
      malloc_trim: { arguments: ['uint64'], return: 'int32' },
    })
    return { trimAllocator: () => void functions.malloc_trim(keptBytes) }
  } catch {
    // There is no glibc, or this Node cannot call it.
    return null
  }
}
