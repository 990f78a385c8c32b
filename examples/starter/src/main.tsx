/** The page: who is signed in, and what is open. */

import type { User } from '@research-platform/client/contract'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { endSession, findUser } from './api.ts'
import { Exams } from './exams.tsx'
import { Files } from './files.tsx'
import { Jobs } from './jobs.tsx'
import { Notifications } from './notifications.tsx'
import { Plans } from './plans.tsx'
import { SignIn } from './sign-in.tsx'
import './styles.css'

const places = ['Jobs', 'Exams', 'Plans', 'Files'] as const
type Place = (typeof places)[number]

function App() {
  const [user, setUser] = useState<User | null>(null)
  const [place, setPlace] = useState<Place>('Jobs')
  useEffect(() => {
    void findUser().then(setUser)
  }, [])
  if (user === null) return <SignIn onUser={setUser} />
  const leave = () => {
    endSession()
    setUser(null)
  }
  return (
    <>
      <header>
        <nav aria-label="Main">
          {places.map((name) => (
            <button type="button" key={name} aria-pressed={name === place} onClick={() => setPlace(name)}>
              {name}
            </button>
          ))}
        </nav>
        {user.name}{' '}
        <button type="button" onClick={leave}>
          Sign out
        </button>
      </header>
      <div className="columns">
        {place === 'Jobs' && <Jobs user={user} />}
        {place === 'Exams' && <Exams />}
        {place === 'Plans' && <Plans />}
        {place === 'Files' && <Files />}
        <Notifications />
      </div>
    </>
  )
}

const root = document.querySelector('#root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <main>
        <h1>Starter</h1>
        <App />
      </main>
    </StrictMode>,
  )
