// Advances the clock and shows the page anew.

for (const button of document.querySelectorAll('[data-advance]'))
  button.addEventListener('click', async () => {
    for (const one of document.querySelectorAll('[data-advance]')) one.disabled = true
    const response = await fetch('sandbox/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: button.dataset.advance }),
    })
    if (response.ok) return location.reload()
    const { message } = await response.json()
    button.after(` ${message}`)
    for (const one of document.querySelectorAll('[data-advance]')) one.disabled = false
  })
