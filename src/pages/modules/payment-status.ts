/** The page of a payment: shows what becomes of it without being loaded again, and stops asking when the payment is settled. */

const pauseMs = 4_000
/** A page that stays open asks for an hour at most. */
const longestMs = 60 * 60_000

const findDetails = (page: Document) => page.querySelector<HTMLElement>('[data-payment]')
const findMessage = (page: Document) => page.querySelector<HTMLElement>('[data-message]')

/** Returns the page as it is now; null while the service cannot be reached. */
async function fetchPage(): Promise<Document | null> {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'text/html' } })
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
  } catch {
    // The line is down; it is asked again after the pause.
    return null
  }
}

/** Shows what has changed. The message stays the element that assistive programs watch. */
function show(page: Document): void {
  const [details, message, newDetails, newMessage] = [
    findDetails(document),
    findMessage(document),
    findDetails(page),
    findMessage(page),
  ]
  if (newDetails === null || newMessage === null) location.reload()
  else if (details?.textContent !== newDetails.textContent || message?.textContent !== newMessage.textContent) {
    details?.replaceWith(newDetails)
    message?.replaceChildren(...newMessage.childNodes)
  }
}

const started = performance.now()
while (findDetails(document)?.dataset.payment === 'pending' && performance.now() - started < longestMs) {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const page = document.hidden ? null : await fetchPage()
  if (page !== null) show(page)
}

export {}
