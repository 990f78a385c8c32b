/** Rows read or written by one statement, so that none blocks the event loop for long. */
const rowsPerStatement = 300

export const splitBatches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / rowsPerStatement) }, (_, index) =>
    list.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
