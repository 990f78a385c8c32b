/** `node bench/files.ts`: runs only the part `files` of the benchmark. */

process.argv.splice(2, 0, 'files')
await import('./main.ts')
