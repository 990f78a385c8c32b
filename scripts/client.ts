/** `npm run client`: generates the typed client's contract from `openapi.json`. */

import '#node-version.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { generateContract } from '../clients/typescript/generator/contract.ts'

const description = await readFile(new URL('../openapi.json', import.meta.url), 'utf8')
await writeFile(
  new URL('../clients/typescript/src/contract.ts', import.meta.url),
  generateContract(JSON.parse(description)),
)
