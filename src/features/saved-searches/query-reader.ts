/**
 * Loads what reads queries. It knows the words of many languages, so it waits for the first search that is saved or compared; load it before a
 * transaction in which it is used, because all other writers would wait for it.
 */
export async function loadQueryReader() {
  const [{ isMatch, listTriggers }, { getStandingQuery }] = await Promise.all([
    import('@research-platform/search-engine/query'),
    import('./query-cache.ts'),
  ])
  return { isMatch, listTriggers, getStandingQuery }
}
