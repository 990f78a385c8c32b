/** A browser without scripts. */

import type { TestApp } from './app.ts'

/** Simulates a browser without scripts: it stores cookies, sends forms and follows redirects. */
export function createVisitor({ address }: TestApp) {
  const cookies = new Map<string, string>()
  const visit = async (
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; url: string; html: string }> => {
    const response = await fetch(`${address}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...init.headers,
      },
    })
    for (const one of response.headers.getSetCookie()) {
      const [name = '', value = ''] = one.split(';')[0]?.split('=') ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const html = await response.text()
    return location === null ? { status: response.status, url: path, html } : visit(location)
  }
  return {
    cookies,
    open: (path: string) => visit(path),
    send: (
      path: string,
      fields: Record<string, string> | [string, string][] = {},
      headers: Record<string, string> = {},
    ) => visit(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: address, ...headers } }),
    /** Sends a form that may have files. */
    sendForm: (path: string, body: FormData, headers: Record<string, string> = {}) =>
      visit(path, { method: 'POST', body, headers: { origin: address, ...headers } }),
  }
}
