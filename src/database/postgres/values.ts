/** Decodes the values of PostgreSQL. */

// Type identifiers from the catalogue `pg_type`, which never change.
const parsers: Record<number, (text: string) => unknown> = {
  16: (text) => text === 't',
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  20: Number,
  21: Number,
  23: Number,
  114: (text) => JSON.parse(text),
  701: Number,
  1082: (text) => text,
  1114: toIsoTime,
  1184: toIsoTime,
  1700: Number,
  3802: (text) => JSON.parse(text),
}

/** Converts `2026-11-21 09:14:00.5+00` to `2026-11-21T09:14:00.500Z`. Sessions run in UTC. */
function toIsoTime(text: string): string {
  const fraction = text.slice(19).replace(/\+00$/, '')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction.padEnd(4, fraction ? '0' : '.000').slice(0, 4)}Z`
}

/** The types of results, for the driver. */
export const types = { getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text) }

/** Statements that set what these values depend on in a session. */
export const sessionFormats = "set time zone 'UTC'; set datestyle = 'ISO'"
