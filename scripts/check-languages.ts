/** Part of `npm run check`: prints what is missing or wrong in the catalogues of the languages. */

import { checkLanguages } from '#test/language/check.ts'

const mistakes = checkLanguages()
for (const mistake of mistakes) console.log(mistake)
if (mistakes.length > 0) process.exitCode = 1
