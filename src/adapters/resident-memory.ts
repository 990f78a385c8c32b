/**
 * Makes the allocator of glibc give memory back. By itself it has an arena for each thread, keeps the 19 MB of each password hash once a
 * few were freed, and returns only what lies above the last block in use, so that a hundred megabytes can stay for days.
 */

export interface ResidentMemory {
  /** Returns the free blocks of the allocator (malloc_trim(3)), in some milliseconds. */
  trimAllocator(): void
}

const keptBytes = 0n

/** The parameters of mallopt(3) and their values, by the environment variables that precede them. */
const parameters = {
  MALLOC_ARENA_MAX: { parameter: -8, value: 2 },
  MALLOC_MMAP_THRESHOLD_: { parameter: -3, value: 1024 ** 2 },
  MALLOC_TRIM_THRESHOLD_: { parameter: -1, value: 1024 ** 2 },
}

/** Limits the arenas of the allocator and what it keeps. What is in the environment precedes. */
export async function limitAllocator(env: NodeJS.ProcessEnv): Promise<void> {
  const libc = await loadLibc()
  for (const [name, { parameter, value }] of Object.entries(parameters))
    if (env[name] === undefined) libc?.mallopt(parameter, value)
}

/** Returns null where there is no glibc, or where this Node cannot call it. */
export async function loadResidentMemory(): Promise<ResidentMemory | null> {
  const libc = await loadLibc()
  return libc === null ? null : { trimAllocator: () => void libc.malloc_trim(keptBytes) }
}

async function loadLibc() {
  if (process.platform !== 'linux') return null
  try {
    const { dlopen } = await import('node:ffi')
    const { functions } = dlopen('libc.so.6', {
      malloc_trim: { arguments: ['uint64'], return: 'int32' },
      mallopt: { arguments: ['int32', 'int32'], return: 'int32' },
    })
    return functions
  } catch {
    // There is no glibc, or this Node cannot call it.
    return null
  }
}
