import { createGateways } from '#adapters/payments/gateways.ts'
import type { Config } from '#config.ts'
import type { Actor, Context } from '#context.ts'
import { normalizeEmail } from '#core/email.ts'
import { OperatorError } from '#core/operator-error.ts'
import type { Database } from '#database/database.ts'
import { findSuspension, findUser, findUserByEmail } from '#features/users/index.ts'
import { createGatewayStore } from '#platform/gateway-store.ts'
import { openDatabase } from '#service/open-database.ts'
import { createServerOf } from '#service.ts'
import { createCommandContext } from './context.ts'
import type { ExitCode, Invocation } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof methods)[number]

interface Call {
  email: string
  method: Method
  path: string
  body: string | null
  csv: boolean
}

type Answer = Awaited<ReturnType<typeof send>>

/**
 * Sends one request of an administrator to the API without a running service, and prints the answer. The audit log says
 * that it came from the command line. Mails and other tasks wait for the service.
 */
export async function runApi(config: Config, invocation: Invocation): Promise<ExitCode> {
  const call = parseCall(invocation)
  const db = await openDatabase(config)
  try {
    const answer = await send({ ...config, logLevel: 'silent' }, db, call)
    invocation.stdout.write(present(answer))
    return answer.statusCode >= 400 ? 1 : 0
  } finally {
    await db.close()
  }
}

function parseCall(invocation: Invocation): Call {
  const { values, positionals } = parseOptions(invocation, {
    allowPositionals: true,
    options: { as: { type: 'string' }, csv: { type: 'boolean', default: false } },
  })
  const [verb = '', path = '', body = null, ...others] = positionals
  const method = methods.find((one) => one === verb.toUpperCase())
  const email = normalizeEmail(values.as ?? '')
  if (email === '' || method === undefined || !path.startsWith('/') || others.length > 0)
    throw new OperatorError(
      `An administrator, a method, a path and perhaps a body are needed, like: api --as ada@example.org GET /admin/waiting\n\n${usage}`,
    )
  return { email, method, path, body, csv: values.csv }
}

async function send(config: Config, db: Database, { email, method, path, body, csv }: Call) {
  const ctx = await createCommandContext(config, db, 'api')
  const payments = await createGateways(config, ctx.clock, createGatewayStore(ctx))
  const server = await createServerOf(await findAdministrator(ctx, email), { ...ctx, payments })
  try {
    return await server.inject({
      method,
      url: `${config.basePath}${path}`,
      headers: {
        authorization: 'Bearer command-line',
        accept: csv ? 'text/csv' : 'application/json',
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { payload: body ?? '{}' }),
    })
  } finally {
    await server.close()
  }
}

async function findAdministrator(ctx: Context, email: string): Promise<Actor> {
  const account = await findUserByEmail(ctx, email)
  const user = account === null ? null : await findUser(ctx, account.id)
  if (user?.role !== 'admin' || (await findSuspension(ctx, user.id)) !== null)
    throw new OperatorError(`No administrator has the address ${email}.`)
  return {
    id: user.id,
    role: 'admin',
    token_id: 0,
    scopes: null,
    lacks_verified_email: false,
    lacks_second_factor: false,
  }
}

/** A file is printed as it is, so that it can be redirected. */
const present = ({ headers, body, rawPayload }: Answer): string | Buffer =>
  headers['content-type']?.toString().startsWith('application/json') === true
    ? `${JSON.stringify(JSON.parse(body), null, 2)}\n`
    : rawPayload
