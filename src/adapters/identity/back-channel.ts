/** How the service speaks to providers: bounded in time and size, and with its own sandbox over loopback. */

/** The most one request of ours may cost at a provider, in milliseconds, however many calls it takes. */
const totalTimeoutMs = 5_000
/** The most one call may take: less, so that a call that fails is over before others are answered because of it. */
export const requestTimeoutMs = 4_500
/** Documents, keys and tokens of providers are a few kilobytes. */
const maxBytes = 1024 * 1024

/** `fetch`, as far as the OpenID libraries use it. */
export type BackChannel = (url: string, init: object) => Promise<Response>

export function createBackChannel(sandboxIssuer: string | null, ownOrigin: () => string | null): BackChannel {
  const toReachableUrl = (url: string) => {
    const origin = sandboxIssuer !== null && url.startsWith(`${sandboxIssuer}/`) ? ownOrigin() : null
    return origin === null ? url : `${origin}${url.slice(new URL(url).origin.length)}`
  }
  return async (url, init) => limitSize(await fetch(toReachableUrl(url), init))
}

async function limitSize(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('The answer of the provider is too large.')
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  const empty = status === 204 || status === 205 || status === 304
  return new Response(empty ? null : Buffer.concat(chunks), { status, statusText, headers })
}

/** The work's result, or an error once patience has run out. */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider takes too long.')), totalTimeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Made on first use and again after its lifetime in milliseconds; a failure is not kept. */
export function cacheFor<T>(lifetime: number, make: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; until: number } | undefined
  return () => {
    const now = performance.now()
    if (known !== undefined && now < known.until) return known.value
    const value = make()
    known = { value, until: now + lifetime }
    value.catch(() => {
      if (known?.value === value) known = undefined
    })
    return value
  }
}
