/** `npm run openapi`: writes the API description to `openapi.json`, which is reviewed like code. */

import '#node-version.ts'
import { writeFile } from 'node:fs/promises'
import { apiDescription, descriptionFile } from '#test/contract/description.ts'

await writeFile(descriptionFile, await apiDescription())
