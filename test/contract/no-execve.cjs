/** Loaded before the launcher, so that it finds what Node 22 and older have. */
process.execve = undefined
process.execArgv.length = 0
