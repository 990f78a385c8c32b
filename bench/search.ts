/** `node bench/search.ts`: the part `search` of the benchmark alone. */

process.argv.splice(2, 0, 'search')
await import('./main.ts')
