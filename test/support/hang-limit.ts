/**
 * How long a test waits for what must happen, in milliseconds. It is far longer than anything takes on a busy machine, so
 * reaching it means that something hangs. No test has a shorter limit, so none depends on how fast the machine is.
 */
export const hangLimitMs = 15 * 60_000
