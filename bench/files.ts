/** `node bench/files.ts`: the part `files` of the benchmark alone. */

process.argv.splice(2, 0, 'files')
await import('./main.ts')
