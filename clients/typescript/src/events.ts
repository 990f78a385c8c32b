/**
 * Reads server-sent events from a response. Unlike the browser's EventSource, the request can send its token in a
 * header.
 */

export interface ServerEvent {
  event: string
  data: string
  /** The id of the last event that had one. */
  id: string
}

/** Yields the events until the response ends. Comment lines only keep the connection open and are skipped. */
export async function* readEvents(
  response: Response,
  heard: () => void = () => undefined,
): AsyncGenerator<ServerEvent, void, undefined> {
  let id = ''
  let event = ''
  let data: string[] = []
  for await (const line of readLines(response, heard)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id') id = value
  }
}

/** `onData` is called whenever data arrives, including comments. */
async function* readLines({ body }: Response, heard: () => void): AsyncGenerator<string, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard()
      const lines = `${rest}${decoder.decode(part.value, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.replace(/\r$/, '')
    }
  } finally {
    // Also runs when the caller stops iterating early.
    await reader.cancel().catch(() => undefined)
  }
}
