/** Measures the memory of a service. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** As reported by the system; reading the service's own metrics would cost it 5 MB. */
export async function readResidentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}
