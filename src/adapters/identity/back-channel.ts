/**
 * HTTP requests to identity providers, limited in time and size. Requests to the sandbox provider use the loopback
 * address.
 */

/** For all HTTP requests together that one request to this service makes. */
export const totalTimeoutMs = 5_000
/** For one HTTP request. It is shorter, so that a failed request ends before callers that wait for it time out. */
export const toRequestTimeout = (timeoutMs: number): number => 0.9 * timeoutMs
/** Documents, keys and tokens of providers have a few kilobytes. */
const maxBytes = 1024 * 1024

/** The part of `fetch` that the OpenID libraries use. */
export type BackChannel = (url: string, init: object) => Promise<Response>

/** Returns the address at which this machine reaches what the sandbox serves below its public address. */
export const createReachableUrl =
  (sandboxUrl: string | null, ownOrigin: () => string | null) =>
  (url: string): string => {
    const origin = sandboxUrl !== null && url.startsWith(`${sandboxUrl}/`) ? ownOrigin() : null
    return origin === null ? url : `${origin}${url.slice(new URL(url).origin.length)}`
  }

export function createBackChannel(sandboxIssuer: string | null, ownOrigin: () => string | null): BackChannel {
  const toReachableUrl = createReachableUrl(sandboxIssuer, ownOrigin)
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

/** Returns the result of the work, or rejects when it takes longer. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider takes too long.')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns a function that makes the value on its first call and again after `lifetime` milliseconds. A failure is not
 * cached.
 */
export function createTimedCache<T>(lifetime: number, make: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; until: number } | undefined
  return () => {
    const now = performance.now()
    if (known !== undefined && now < known.until) return known.value
    const value = make()
    known = { value, until: now + lifetime }
    // The caller has the error; the next one asks again.
    value.catch(() => {
      if (known?.value === value) known = undefined
    })
    return value
  }
}
