/** `node bench/soak.ts`: runs only the part `soak` of the benchmark. */

process.argv.splice(2, 0, 'soak')
await import('./main.ts')
