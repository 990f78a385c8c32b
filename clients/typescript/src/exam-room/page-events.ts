/** What happens to the page while the candidate writes. */

interface PageEvents {
  signal: AbortSignal
  onOffline: () => void
  /** Called when the connection is back, or the page is shown again. */
  onReturn: () => void
  /** Called when the page is hidden or left, after which it may never run again. */
  onHide: () => void
  /** Whether the browser asks before it leaves the page. */
  mustStay: () => boolean
}

export function listenToPage({ signal, onOffline, onReturn, onHide, mustStay }: PageEvents): void {
  addEventListener('offline', onOffline, { signal })
  addEventListener('online', onReturn, { signal })
  addEventListener('pagehide', onHide, { signal })
  const change = () => (document.visibilityState === 'hidden' ? onHide() : onReturn())
  document.addEventListener('visibilitychange', change, { signal })
  const warn = (event: Event) => {
    if (mustStay()) event.preventDefault()
  }
  addEventListener('beforeunload', warn, { signal })
}
