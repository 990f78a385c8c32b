/** Removes what has had its time, a few rows at once, so that nobody waits for a long statement. */

/** Rows a sweep removes with one statement. */
const sweptAtOnce = 500

/** Runs the statement, which removes at most `most` rows and answers how many, until nothing is left. */
export async function sweep(remove: (most: number) => Promise<number>): Promise<void> {
  while ((await remove(sweptAtOnce)) === sweptAtOnce);
}
