/** Loaded before the launcher, to simulate Node 22 and older. */
process.execve = undefined
process.execArgv.length = 0
