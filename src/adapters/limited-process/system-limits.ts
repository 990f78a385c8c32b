/** Limits that the kernel keeps, whatever the code of this process does. */

import { readFileSync, writeFileSync } from 'node:fs'

// setrlimit(2) on Linux.
const dataResource = 2
const coreResource = 4

/** When memory is scarce, the kernel ends this process and not the service (proc_pid_oom_score_adj(5)). */
const oomScore = '1000'

/**
 * Lets the memory of this process grow by at most so many bytes from now on: an allocation beyond fails, and with it the
 * process. It also leaves no core dump. Without effect where the system has no such limits; the caller watches the memory too.
 */
export async function setSystemLimits(growthBytes: number): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', oomScore)
    const { dlopen } = await import('node:ffi')
    const { functions } = dlopen('libc.so.6', { setrlimit: { arguments: ['int32', 'pointer'], return: 'int32' } })
    const setLimit = (resource: number, bytes: bigint) =>
      functions.setrlimit(resource, new BigUint64Array([bytes, bytes]))
    setLimit(coreResource, 0n)
    setLimit(dataResource, readDataBytes() + BigInt(growthBytes))
  } catch {
    // There is no glibc, or this Node cannot call it.
  }
}

/** Node reserves hundreds of megabytes that it never touches, so the limit is relative to them. */
function readDataBytes(): bigint {
  const [, kilobytes = ''] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return BigInt(kilobytes) * 1024n
}
