/** How much memory a service holds. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** As the system tells it; asking the service itself for its metrics would cost it 5 MB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}
