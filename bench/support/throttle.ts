/** Limits the processor time of processes, as if each of them had a smaller machine of its own. Needs Linux. */

import { readFileSync } from 'node:fs'

const intervalMs = 4
/** A process that has waited may use so much at once. */
const maxCreditMs = 40

const ticksPerSecond = 100

/** Returns the processor time that the process has used (proc_pid_stat(5), utime and stime). */
function readUsedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the process, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond
}

/** Stops each process whenever it has used more than its share of a processor, until the returned function is called. */
export function throttle(pids: readonly number[], share: number): () => void {
  const processes = pids.map((pid) => ({ pid, usedMs: readUsedMs(pid), creditMs: 0, isStopped: false }))
  let before = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const one of processes) {
      const usedMs = readUsedMs(one.pid)
      one.creditMs = Math.min(maxCreditMs, one.creditMs + share * (now - before) - (usedMs - one.usedMs))
      one.usedMs = usedMs
      if (one.creditMs < 0 === one.isStopped) continue
      one.isStopped = !one.isStopped
      process.kill(one.pid, one.isStopped ? 'SIGSTOP' : 'SIGCONT')
    }
    before = now
  }, intervalMs)
  return () => {
    clearInterval(timer)
    for (const { pid } of processes) process.kill(pid, 'SIGCONT')
  }
}
