/**
 * Makes the allocator of glibc give memory back. By itself it has an arena for each thread, keeps the 19 MB of each password hash once a
 * few were freed, and returns only what lies above the last block in use, so that a hundred megabytes can stay for days.
 */

import { isMemoryScarce } from '#core/low-memory.ts'

export interface ResidentMemory {
  /** Returns the free blocks of the allocator (malloc_trim(3)), in some milliseconds. */
  trimAllocator(): void
}

const keptBytes = 0n
const megabyte = 1024 ** 2

/** The parameters of mallopt(3) by the environment variables that precede them, and their values; `busy` while large blocks are kept. */
const parameters = {
  MALLOC_ARENA_MAX: { parameter: -8, value: 2, busy: 2 },
  MALLOC_MMAP_THRESHOLD_: { parameter: -3, value: megabyte, busy: 32 * megabyte },
  MALLOC_TRIM_THRESHOLD_: { parameter: -1, value: megabyte, busy: 48 * megabyte },
}

/** Of the process, as the allocator is: sets what it keeps. Null before it is limited. */
let setKept: ((isKept: boolean) => void) | null = null

/** Limits the arenas of the allocator and what it keeps. What is in the environment precedes. */
export async function limitAllocator(env: NodeJS.ProcessEnv): Promise<void> {
  const libc = await loadLibc()
  if (libc === null) return
  const own = Object.entries(parameters).filter(([name]) => env[name] === undefined)
  setKept = (isKept) => {
    for (const [, { parameter, value, busy }] of own) libc.mallopt(parameter, isKept ? busy : value)
  }
  setKept(false)
}

/**
 * Keeps freed blocks of up to 32 MB, 48 MB in all for each arena, for those who take the next ones, or gives them back as before. Returns false
 * where this is not decided: without this allocator, or where memory is scarce.
 */
export function setLargeBlocksKept(isKept: boolean): boolean {
  if (setKept === null || isMemoryScarce) return false
  setKept(isKept)
  return true
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
