/** Measures how fast the processors are while tests run: a processor second does less on a slow machine, and beside other work that shares its caches. */

/** What one piece of work takes, in processor seconds, where and when `test/budget.json` was measured. */
const referenceSeconds = 0.014
/** The first pieces are slower, because they are not compiled yet. */
const unmeasured = 10
const pauseMs = 5_000

const rows = Array.from({ length: 4_000 }, (_, id) => ({
  id,
  name: `Person ${id}`,
  tags: ['one', 'other', `${id % 7}`],
  place: { x: id / 3, neighbors: [id + 1, id + 2] },
}))

/** Reads, sorts and writes text and objects, which is most of what the tests do too. */
function work(): number {
  const read: typeof rows = JSON.parse(JSON.stringify(rows))
  return JSON.stringify(read.sort((one, other) => (one.name < other.name ? -1 : 1))).length
}

function measurePiece(): number {
  const begin = process.cpuUsage()
  for (let times = 0; times < 3; times++) work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1_000_000
}

/** Measures until it is stopped, and then returns how many times slower the processors were than those of the budgets. */
export function startSpeedometer(): { stop(): number } {
  for (let piece = 0; piece < unmeasured; piece++) measurePiece()
  const pieces = [measurePiece()]
  const timer = setInterval(() => pieces.push(measurePiece()), pauseMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      pieces.push(measurePiece())
      return pieces.reduce((sum, seconds) => sum + seconds, 0) / pieces.length / referenceSeconds
    },
  }
}
