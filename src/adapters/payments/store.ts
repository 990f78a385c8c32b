/** What gateways remember in the database, so that all instances of the service share it. */

/** A token with the seconds for which it is valid. */
export interface NewToken {
  token: string
  validSeconds: number
}

/** What became of a request whose answer comes later, as a message; `code` is null until then. */
export interface LateResult {
  code: string | null
  requested_at: string
}

export interface GatewayStore {
  /**
   * Returns the token that all instances share. One of them requests a new one when there is none, when it expires, or when it is the
   * `refused` one: at some gateways each request ends the token before.
   */
  getToken(gateway: string, refused: string | null, request: () => Promise<NewToken>): Promise<string>
  findResult(gateway: string, key: string): Promise<LateResult | null>
  /** Records that a request was sent, before it is. */
  beginResult(gateway: string, key: string): Promise<void>
}

/** Remembers in memory, for a command that asks a gateway once. */
export function createMemoryStore(): GatewayStore {
  const tokens = new Map<string, string>()
  return {
    async getToken(gateway, refused, request) {
      const known = tokens.get(gateway)
      if (known !== undefined && known !== refused) return known
      const { token } = await request()
      tokens.set(gateway, token)
      return token
    },
    findResult: async () => null,
    beginResult: async () => undefined,
  }
}
