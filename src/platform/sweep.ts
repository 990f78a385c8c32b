/** Deletes old rows in small batches, so that no statement blocks others for long. */

/** Rows per statement. */
const sweptAtOnce = 500

/** Repeats the statement, which deletes at most `most` rows and returns how many, until none are left. */
export async function deleteExpired(remove: (most: number) => Promise<number>): Promise<void> {
  while ((await remove(sweptAtOnce)) === sweptAtOnce);
}
