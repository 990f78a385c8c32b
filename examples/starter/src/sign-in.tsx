/** Sign-up, sign-in and the second factor. */

import type { TwoFactorRequired, User } from '@research-platform/client/contract'
import { useState } from 'react'
import { api, keepSession, signIn } from './api.ts'
import { Field, Form, readTexts } from './form.tsx'

export function SignIn({ onUser }: { onUser: (user: User) => void }) {
  const [challenge, setChallenge] = useState<TwoFactorRequired | null>(null)
  if (challenge !== null) return <SecondFactor challenge={challenge.challenge} onUser={onUser} />
  return (
    <div className="columns">
      <section>
        <h2>Sign in</h2>
        <Form
          button="Sign in"
          onSend={async (fields) => {
            const answer = await signIn(readTexts(fields, 'email', 'password'))
            if ('challenge' in answer) setChallenge(answer)
            else onUser(answer)
          }}
        >
          <Field name="email" label="E-mail" type="email" autoComplete="username" />
          <Field name="password" label="Password" type="password" autoComplete="current-password" />
        </Form>
      </section>
      <section>
        <h2>Sign up</h2>
        <Form
          button="Sign up"
          onSend={async (fields) => {
            const { data } = await api.signUp({ body: readTexts(fields, 'name', 'email', 'password') })
            onUser(keepSession(data))
          }}
        >
          <Field name="name" label="Name" autoComplete="name" />
          <Field name="email" label="E-mail" type="email" autoComplete="username" />
          <Field name="password" label="Password" type="password" autoComplete="new-password" />
        </Form>
      </section>
    </div>
  )
}

function SecondFactor({ challenge, onUser }: { challenge: string; onUser: (user: User) => void }) {
  return (
    <section>
      <h2>Your second factor</h2>
      <Form
        button="Go on"
        onSend={async (fields) => {
          const { data } = await api.completeTwoFactor({ body: { challenge, ...readTexts(fields, 'code') } })
          onUser(keepSession(data))
        }}
      >
        <Field name="code" label="Code of your authenticator app" autoComplete="one-time-code" />
      </Form>
    </section>
  )
}
