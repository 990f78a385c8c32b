/**
 * Gives memory that the process does not use back to the system: free blocks, which the allocator of glibc keeps (by itself it
 * returns only what lies above the last block in use, so that a hundred megabytes can stay for days), and the pages of the
 * program file of Node, all of which stay mapped once they were used.
 */

import { readFileSync, readlinkSync } from 'node:fs'

export interface ResidentMemory {
  /** Returns the free blocks of the allocator (malloc_trim(3)), in some milliseconds. */
  trimAllocator(): void
  /**
   * Unmaps the program file (madvise(2), MADV_DONTNEED), in some milliseconds. Its pages stay in the page cache of the system,
   * which may drop them when memory is short; the next use of a page maps it again, without reading the disk, together with its neighbors.
   */
  unmapProgram(): void
}

const dontNeed = 4
const keptBytes = 0n

/** Returns null where there is no glibc, or where this Node cannot call it. */
export async function loadResidentMemory(): Promise<ResidentMemory | null> {
  if (process.platform !== 'linux') return null
  try {
    const { dlopen } = await import('node:ffi')
    const { functions } = dlopen('libc.so.6', {
      malloc_trim: { arguments: ['uint64'], return: 'int32' },
      madvise: { arguments: ['uint64', 'uint64', 'int32'], return: 'int32' },
    })
    return {
      trimAllocator: () => void functions.malloc_trim(keptBytes),
      unmapProgram() {
        for (const { start, end } of readProgramMappings()) functions.madvise(start, end - start, dontNeed)
      },
    }
  } catch {
    return null
  }
}

interface Mapping {
  start: bigint
  end: bigint
}

/**
 * Returns the mapped parts of the program file that are equal to the file: read-only, and without a page that the process has a
 * changed copy of (`Anonymous` in proc_pid_smaps(5)), as those that the dynamic linker has relocated. Empty where /proc cannot be read.
 */
function readProgramMappings(): Mapping[] {
  try {
    const program = readlinkSync('/proc/self/exe')
    const mappings = readFileSync('/proc/self/smaps', 'utf8').matchAll(
      /^([0-9a-f]+)-([0-9a-f]+) r-[x-]p \S+ \S+ \d+ +(?! )(.+)\n(?:(?![0-9a-f]+-).+\n)*?Anonymous: +0 kB$/gm,
    )
    return Array.from(mappings, ([, start, end, path]) => ({
      start: BigInt(`0x${start}`),
      end: BigInt(`0x${end}`),
      path,
    })).filter(({ path }) => path === program)
  } catch {
    return []
  }
}
