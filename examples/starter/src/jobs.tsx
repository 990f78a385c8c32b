/** Job posts, and an application with a resume. */

import type { JobPost, User } from '@research-platform/client/contract'
import { useCallback, useState } from 'react'
import { api } from './api.ts'
import { Field, Form, readTexts, useData } from './form.tsx'

export function Jobs({ user }: { user: User }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<JobPost | null>(null)
  const read = useCallback(() => api.listJobPosts({ query: { search, status: 'open', limit: 20 } }), [search])
  const { data: page, error } = useData(read)
  if (chosen !== null) return <Application post={chosen} user={user} onBack={() => setChosen(null)} />
  return (
    <section>
      <h2>Jobs</h2>
      <label>
        Search
        <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </label>
      <p role="status">{error || (page === null ? 'Loading …' : `${page.meta.total} open posts`)}</p>
      <ul>
        {page?.data.map((post) => (
          <li key={post.id}>
            <button type="button" onClick={() => setChosen(post)}>
              {post.title}
            </button>
            <p>
              {post.company}, {post.location}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Application({ post, user, onBack }: { post: JobPost; user: User; onBack: () => void }) {
  const [first = '', ...others] = user.name.split(' ')
  const send = async (fields: FormData) => {
    const read = (id: number) => fields.get(`question-${id}`)
    const answers = post.questions.map(({ id }) => JSON.stringify({ question_id: id, answer: read(id) }))
    await api.submitApplication({
      body: {
        job_post_id: post.id,
        ...readTexts(fields, 'first_name', 'last_name', 'email', 'phone'),
        resume: fields.get('resume') as File,
        additional_answers: answers,
        consent_data: true,
      },
    })
    return 'Your application is on its way.'
  }
  return (
    <section>
      <h2>{post.title}</h2>
      <p style={{ whiteSpace: 'pre-line' }}>{post.description}</p>
      <Form button="Send my application" onSend={send}>
        <Field name="first_name" label="First name" defaultValue={first} />
        <Field name="last_name" label="Last name" defaultValue={others.join(' ')} />
        <Field name="email" label="E-mail" type="email" defaultValue={user.email} />
        <Field name="phone" label="Phone" type="tel" defaultValue={user.phone} />
        <Field name="resume" label="Resume (PDF, DOC or DOCX)" type="file" accept=".pdf,.doc,.docx" required />
        {post.questions.map(({ id, question, required }) => (
          <Field key={id} name={`question-${id}`} label={question} required={required} />
        ))}
        <label>
          <input type="checkbox" required /> The company may store and read this.
        </label>
      </Form>
      <button type="button" onClick={onBack}>
        All jobs
      </button>
    </section>
  )
}
