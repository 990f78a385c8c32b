/** Shows the time that is left, by the clock of the service. */

import { create } from './dom.ts'
import type { Write } from './sentences.ts'

/** From then on the time is emphasized, in seconds. */
const shortSeconds = 5 * 60
/** The minutes at which screen readers hear of the time. */
const announcedMinutes = [30, 10, 5, 1]

/** Writes seconds as a clock does. */
export function formatTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const digits = [minutes, seconds % 60].map((part) => String(part).padStart(2, '0'))
  return (hours > 0 ? [hours, ...digits] : digits).join(':')
}

interface TimerOptions {
  write: Write
  announce: (sentence: string) => void
  secondsLeft: () => number
  /** Called when the clock of the device jumped, or the device slept. */
  onJump: () => void
  /** Called twice a second. */
  onTick: (seconds: number) => void
  signal: AbortSignal
}

/** Creates the timer and starts it. */
export function createTimer({ write, announce, secondsLeft, onJump, onTick, signal }: TimerOptions): HTMLElement {
  const digits = create('bdi', { dir: 'ltr' })
  const timer = create(
    'div',
    { class: 'time', role: 'timer' },
    create('span', { class: 'soft' }, write('Time left')),
    create('strong', {}, digits),
  )
  let before = secondsLeft()
  let drift = Date.now() - performance.now()
  const tick = () => {
    const seconds = secondsLeft()
    digits.textContent = formatTime(seconds)
    timer.classList.toggle('short', seconds <= shortSeconds)
    const passed = announcedMinutes.find((minutes) => before > minutes * 60 && seconds <= minutes * 60)
    if (passed !== undefined) announce(write('Minutes left: {minutes}', { minutes: passed }))
    before = seconds
    const present = Date.now() - performance.now()
    if (Math.abs(present - drift) > 2_000) onJump()
    drift = present
    onTick(seconds)
  }
  const interval = setInterval(tick, 500)
  signal.addEventListener('abort', () => clearInterval(interval), { once: true })
  tick()
  return timer
}
