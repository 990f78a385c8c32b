/**
 * The double of Daraja as a program: `npm run node -- test/support/daraja/main.ts --port 4444 --fault unanswered`. It prints the settings
 * for it. Each fault breaks the next thing that it can break, and may be given several times. Phones are answered after `--seconds`.
 */

import { parseArgs } from 'node:util'
import { DarajaServer, faults } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '5' },
    fault: { type: 'string', multiple: true, default: [] },
    chance: { type: 'string', default: '0' },
  },
})
const server = await new DarajaServer().listen(Number(values.port))
server.breakByChance(Number(values.chance))
for (const name of values.fault) {
  const fault = faults.find((known) => known === name)
  if (fault === undefined) throw new Error(`A fault is one of ${faults.join(', ')}.`)
  server.breakNext(fault)
}
setInterval(() => void server.answerPhones(), Number(values.seconds) * 1000)
const settings = Object.entries({ ...server.settings, DARAJA_CREDENTIAL_DATE: new Date().toISOString().slice(0, 10) })
process.stdout.write(
  `DARAJA_API_BASE=${server.address} ${settings.map(([name, value]) => `${name}=${value}`).join(' ')}\n`,
)
