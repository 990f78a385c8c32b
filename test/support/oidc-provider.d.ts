/** The types of `oidc-provider` that the tests use; the package has none. */

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Interaction {
    params: Record<string, string>
  }

  interface GrantOf {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface RequestContext {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      provider: Provider
    }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    readonly Grant: new (of: {
      clientId: string
      accountId: string
    }) => GrantOf
  }
}
