/**
 * The double of pawaPay as a program:
 * `npm run node -- test/support/pawapay/main.ts --port 4343 --callback http://localhost:3000/payments/webhooks/pawapay --fault unanswered`.
 * Each fault breaks the next thing that it can break, and may be given several times. Phones are answered after `--seconds`.
 */

import { parseArgs } from 'node:util'
import { faults, PawapayServer } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    callback: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    fault: { type: 'string', multiple: true, default: [] },
    chance: { type: 'string', default: '0' },
  },
})
const server = await new PawapayServer({ callbackUrl: values.callback ?? null }).listen(Number(values.port))
server.breakByChance(Number(values.chance))
for (const name of values.fault) {
  const fault = faults.find((known) => known === name)
  if (fault === undefined) throw new Error(`A fault is one of ${faults.join(', ')}.`)
  server.breakNext(fault)
}
setInterval(() => void server.answerPhones(), Number(values.seconds) * 1000)
process.stdout.write(`PAWAPAY_API_BASE=${server.address} PAWAPAY_TOKEN=${server.token}\n`)
