/** Reads server-sent events from an answer, with its token in a header, which a browser's EventSource cannot send. */

export interface ServerEvent {
  event: string
  data: string
  /** Of the last event that had one. */
  id: string
}

/** The events as they come, until the answer ends. Lines that are comments keep the connection open and are nothing. */
export async function* eventsIn(
  response: Response,
  heard: () => void = () => undefined,
): AsyncGenerator<ServerEvent, void, undefined> {
  let id = ''
  let event = ''
  let data: string[] = []
  for await (const line of linesIn(response, heard)) {
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

/** `heard` is called whenever something comes, comments too. */
async function* linesIn({ body }: Response, heard: () => void): AsyncGenerator<string, void, undefined> {
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
    // Also when the caller stops listening in the middle.
    await reader.cancel().catch(() => undefined)
  }
}
