/** Notifications as they come. */

import { followNotifications, type StreamState } from '@research-platform/client'
import type { Notification } from '@research-platform/client/contract'
import { useEffect, useState } from 'react'
import { api, client } from './api.ts'

export function Notifications() {
  const [state, setState] = useState<StreamState>('connecting')
  const [notifications, setNotifications] = useState<Notification[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      const { data } = await api.listNotifications({ query: { limit: 10 } }, { signal: stop.signal })
      setNotifications(data)
      // After the last one that is known, so that none is missed in between.
      const options = { after: data[0]?.id ?? 0, signal: stop.signal, onState: setState }
      for await (const one of followNotifications(client, options)) setNotifications((known) => [one, ...known])
    }
    follow().catch(() => setState('closed'))
    return () => stop.abort()
  }, [])
  return (
    <aside aria-label="Notifications">
      <h2>
        Notifications <small>{state}</small>
      </h2>
      <ol>
        {notifications.map(({ id, title, message }) => (
          <li key={id}>
            <strong>{title}</strong>
            <p>{message}</p>
          </li>
        ))}
      </ol>
    </aside>
  )
}
