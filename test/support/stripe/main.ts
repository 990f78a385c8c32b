/**
 * The double of Stripe as a program: `npm run node -- test/support/stripe/main.ts --port 4242 --fault unanswered:/v1/payment_intents`.
 * A fault is named with the path whose next request it breaks, and may be given several times. With `--chance 0.05` each fault also
 * happens in five of a hundred cases.
 */

import { parseArgs } from 'node:util'
import { faults, StripeServer } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    fault: { type: 'string', multiple: true, default: [] },
    chance: { type: 'string', default: '0' },
  },
})
const server = await new StripeServer().listen(Number(values.port))
server.breakByChance(Number(values.chance))
for (const given of values.fault) {
  const [name = '', path = ''] = given.split(':')
  const fault = faults.find((known) => known === name)
  if (fault === undefined) throw new Error(`A fault is one of ${faults.join(', ')}, with a path after it.`)
  server.breakNext(path, fault)
}
process.stdout.write(
  `STRIPE_API_BASE=${server.address} STRIPE_SECRET_KEY=sk_test_double STRIPE_WEBHOOK_SECRET=${server.webhookSecret}\n`,
)
