/** People whom the administrator invites: one by name, and some from a file, of which one row is wrong. */

import type { DemoUsers } from './people.ts'

const csv = `name,email,role,locale
Njeri Kamau,njeri@example.org,student,sw
Luis Prado,luis@example.org,learner,es
Somebody,not an address,learner,en
`

export async function invitePeople({ admin }: DemoUsers) {
  await admin.post('/admin/users', {
    name: 'Hana Sato',
    email: 'hana@example.org',
    role: 'researcher',
    message: 'Welcome to the soil network!',
  })
  await admin.post('/admin/users/import', { csv, message: 'Your course begins next week.' })
}
