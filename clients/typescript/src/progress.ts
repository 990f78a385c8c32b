/**
 * Sends requests that report upload progress. `fetch` does not report it; `XMLHttpRequest` does, in browsers and in
 * React Native.
 */

/** Called with the number of bytes of the body that were sent. */
export type BytesSent = (bytes: number) => void

/**
 * The part of XMLHttpRequest that is used here. The types of Node, where the package is also built, do not contain it.
 */
interface ProgressRequest {
  responseType: string
  readonly status: number
  readonly statusText: string
  readonly responseText: string
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onloadend: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: unknown): void
  abort(): void
}

const platform = globalThis as { XMLHttpRequest?: new () => ProgressRequest }

/** Whether the platform can report progress. */
export const canTellProgress = (): boolean => platform.XMLHttpRequest !== undefined

export interface ProgressInit {
  method: string
  headers: Record<string, string>
  body?: string | FormData | undefined
  signal?: AbortSignal | undefined
}

/** Does the same as `fetch`, and reports progress. */
export function fetchWithProgress(
  url: string,
  { method, headers, body, signal }: ProgressInit,
  told: BytesSent,
): Promise<Response> {
  const { XMLHttpRequest: Request } = platform
  if (Request === undefined) throw new TypeError('This platform has no XMLHttpRequest.')
  const request = new Request()
  return new Promise((resolve, reject) => {
    const stop = () => {
      request.abort()
      reject(signal?.reason)
    }
    request.open(method, url)
    request.responseType = 'text'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => told(loaded)
    request.onload = () => resolve(readResponse(request))
    request.onerror = () => reject(new TypeError('The service cannot be reached.'))
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop, { once: true })
    request.send(body)
  })
}

function readResponse(request: ProgressRequest): Response {
  const { status, statusText, responseText } = request
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    return name === '' ? [] : [[name, value]]
  })
  return new Response(status === 204 || status === 304 ? null : responseText, { status, statusText, headers })
}
