// The script of /sandbox/sign-in: strong sign-in as a frontend does it, with the API of this service and nothing else.

const { base } = document.currentScript.dataset
const sentences = JSON.parse(document.currentScript.dataset.sentences)
let token = ''
let challenge = ''

const find = (id) => document.getElementById(id)
const show = (id, isShown) => {
  find(id).hidden = !isShown
}
const tell = (sentence, isProblem = false) => {
  find('status').textContent = sentence
  find('status').classList.toggle('alert', isProblem)
}

/** Sends a request and returns its data. Throws an error with the sentences of the answer. */
async function call(method, path, body) {
  const headers = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== '') headers.authorization = `Bearer ${token}`
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await response.json()
  if (response.ok) return answer
  const messages = Object.values(answer.errors ?? {}).flat()
  throw new Error(messages.length > 0 ? messages.join(' ') : answer.message)
}

/** Runs what a button or form does, and shows what went wrong. */
function on(id, event, work) {
  find(id).addEventListener(event, async (happened) => {
    happened.preventDefault()
    tell('')
    try {
      await work(new FormData(event === 'submit' ? happened.target : undefined))
      if (event === 'submit') happened.target.reset()
    } catch (error) {
      tell(error.name === 'NotAllowedError' ? sentences.stopped : error.message, true)
    }
  })
}

async function enter(data) {
  if (data.two_factor_required) {
    challenge = data.challenge
    show('signed-out', false)
    show('second-step', true)
    return find('code-field').focus()
  }
  token = data.token
  show('signed-out', false)
  show('second-step', false)
  show('signed-in', true)
  await refresh()
}

async function refresh() {
  const [me, factor, passkeys, keys] = await Promise.all(
    ['/auth/me', '/auth/two-factor', '/auth/passkeys', '/auth/api-keys'].map((path) => call('GET', path)),
  )
  find('name').textContent = `${me.data.name}, ${me.data.email || sentences.noEmail}`
  find('methods').textContent = me.data.login_methods.join(', ')
  show('factor-off', !factor.data.enabled)
  show('factor-on', factor.data.enabled)
  if (factor.data.enabled) show('setup', false)
  find('codes-left').textContent = String(factor.data.recovery_codes_left)
  list('passkeys', passkeys.data, ({ name }) => name, '/auth/passkeys/')
  list('keys', keys.data, ({ name, hint, scopes }) => `${name}: ${hint}… (${scopes.join(', ')})`, '/auth/api-keys/')
}

/** Fills a list; each item has a button that removes it. */
function list(id, rows, describe, path) {
  find(id).replaceChildren(
    ...rows.map((row) => {
      const item = document.createElement('li')
      const button = document.createElement('button')
      button.textContent = sentences.remove
      button.type = 'button'
      button.addEventListener('click', () => act(() => call('DELETE', path + row.id)))
      item.append(describe(row), ' ', button)
      return item
    }),
  )
}

async function act(work) {
  try {
    tell((await work()).message)
    await refresh()
  } catch (error) {
    tell(error.message, true)
  }
}

on('login', 'submit', async (form) => enter((await call('POST', '/auth/login', Object.fromEntries(form))).data))
on('second-step-form', 'submit', async (form) =>
  enter((await call('POST', '/auth/two-factor', { challenge, code: form.get('code') })).data),
)
on('new-account', 'click', async () => {
  const email = `visitor-${crypto.randomUUID().slice(0, 8)}@example.org`
  await enter((await call('POST', '/auth/signup', { name: 'Visitor', email, password: 'sandbox password' })).data)
  tell(`${sentences.visitor} ${email}, sandbox password`)
})
on('passkey-login', 'click', async () => {
  const { data } = await call('POST', '/auth/passkeys/login/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data)
  const credential = await navigator.credentials.get({ publicKey })
  await enter((await call('POST', '/auth/passkeys/login', { credential: credential.toJSON() })).data)
})
on('orcid-login', 'click', () => leaveForOrcid('login'))
on('orcid-link', 'click', () => leaveForOrcid('link'))

/** The provider leads back to this page, which compares the state and goes on where it was. */
async function leaveForOrcid(action) {
  const redirect_uri = location.origin + location.pathname
  const { data } = await call('POST', '/auth/orcid/start', { action, redirect_uri })
  sessionStorage.setItem('orcid', JSON.stringify({ action, redirect_uri, state: data.state, token }))
  location.assign(data.url)
}

async function returnFromOrcid() {
  const query = new URLSearchParams(location.search)
  const left = JSON.parse(sessionStorage.getItem('orcid') ?? 'null')
  sessionStorage.removeItem('orcid')
  history.replaceState(null, '', location.pathname)
  if (!query.has('code') || left?.state !== query.get('state')) return
  token = left.token
  const { action, redirect_uri, state } = left
  const answer = { action, redirect_uri, state, code: query.get('code'), iss: query.get('iss') }
  const { data, message } = await call('POST', '/auth/orcid/callback', answer)
  await enter(data)
  tell(message)
}

on('sign-out', 'click', async () => {
  await call('POST', '/auth/logout')
  token = ''
  show('signed-in', false)
  show('codes', false)
  show('key', false)
  show('signed-out', true)
})

on('set-up', 'click', async () => {
  const { data } = await call('POST', '/auth/two-factor/setup')
  find('picture').src = `data:image/svg+xml,${encodeURIComponent(data.qr_svg)}`
  find('secret').textContent = data.secret
  show('setup', true)
})
on('enable', 'submit', async (form) => {
  const { data, message } = await call('POST', '/auth/two-factor/enable', Object.fromEntries(form))
  find('code-list').textContent = data.recovery_codes.join('\n')
  show('codes', true)
  await refresh()
  tell(message)
})
on('disable', 'submit', async (form) => {
  const { message } = await call('POST', '/auth/two-factor/disable', Object.fromEntries(form))
  show('codes', false)
  await refresh()
  tell(message)
})

on('add-passkey', 'submit', async (form) => {
  const { data } = await call('POST', '/auth/passkeys/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data)
  const credential = await navigator.credentials.create({ publicKey })
  const added = { name: form.get('name'), credential: credential.toJSON() }
  const { message } = await call('POST', '/auth/passkeys', added)
  await refresh()
  tell(message)
})

on('add-key', 'submit', async (form) => {
  const given = { name: form.get('name'), scopes: form.getAll('scopes'), expires_at: null }
  const { data, message } = await call('POST', '/auth/api-keys', given)
  find('key-text').textContent = data.key
  show('key', true)
  await refresh()
  tell(message)
})

returnFromOrcid().catch((error) => tell(error.message, true))
