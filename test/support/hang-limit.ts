/**
 * How long a test waits, in milliseconds, before it reports a hang. Nothing takes so long even on a busy machine. No
 * test has a shorter limit, so none depends on the speed of the machine.
 */
export const hangLimitMs = 15 * 60_000
