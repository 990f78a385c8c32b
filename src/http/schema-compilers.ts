/** What validates requests and writes answers. Without the factories, Fastify loads compilers of its own, a hundred modules. */

import { serializerCompiler } from './fast/serialization.ts'
import type { App } from './routes.ts'
import { validatorCompiler } from './validation.ts'

const refuse = (): never => {
  throw new Error('This server has its own compilers.')
}

export const schemaController = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } }

export function setCompilers(app: App): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
}
