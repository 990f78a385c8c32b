/** The door: writes iCalendar. */

export { type Meeting, type Method, writeInvitation } from './invitation.ts'
export { type CalendarEvent, writeCalendar } from './subscription.ts'
