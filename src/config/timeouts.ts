/** Settings for how long the service waits for clients, and settings that have another name now. */

import type { Settings } from '#core/settings.ts'

export interface Timeouts {
  /** Seconds after which a slow client is disconnected. */
  requestTimeout: number
  /** Seconds between heartbeats of the notification stream. */
  streamHeartbeat: number
  /** Settings that were given by a former name, for a warning in the log. */
  formerSettings: readonly { former: string; setting: string }[]
}

export const readTimeouts = (settings: Settings): Timeouts => ({
  // The former name works until the release after the next.
  requestTimeout: settings.integer('REQUEST_TIMEOUT', settings.integer('CLIENT_PATIENCE', 60, 1, 3_600), 1, 3_600),
  streamHeartbeat: settings.integer('STREAM_HEARTBEAT', 25, 1, 3_600),
  formerSettings:
    settings.optional('CLIENT_PATIENCE') === undefined
      ? []
      : [{ former: 'CLIENT_PATIENCE', setting: 'REQUEST_TIMEOUT' }],
})
