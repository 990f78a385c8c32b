/** `node bench/search.ts`: runs only the part `search` of the benchmark. */

process.argv.splice(2, 0, 'search')
await import('./main.ts')
