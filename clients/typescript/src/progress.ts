/** Requests whose body tells how far it is. `fetch` cannot; `XMLHttpRequest` can, in browsers and in React Native. */

/** Told how many bytes of the body have been sent. */
export type BytesSent = (bytes: number) => void

/** As much of XMLHttpRequest as is used: Node, where the package is also built, does not describe it. */
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

/** Whether the platform can tell. */
export const canTellProgress = (): boolean => platform.XMLHttpRequest !== undefined

export interface ProgressInit {
  method: string
  headers: Record<string, string>
  body?: string | FormData | undefined
  signal?: AbortSignal | undefined
}

/** What `fetch` would do, and tells how far the body is. */
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
