/** `node bench/soak.ts`: the part `soak` of the benchmark alone. */

process.argv.splice(2, 0, 'soak')
await import('./main.ts')
