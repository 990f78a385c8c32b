/** The accounts of the demonstration: one for each role, all with the same password. */

export const demoPassword = 'demo-password'

interface Login {
  role: string
  name: string
  email: string
}

export const logins = {
  researcher: { role: 'researcher', name: 'Ada Okafor', email: 'ada@demo.example' },
  recruiter: { role: 'recruiter', name: 'Rafael Souza', email: 'rafael@demo.example' },
  student: { role: 'student', name: 'Mei Tanaka', email: 'mei@demo.example' },
  learner: { role: 'learner', name: 'Luca Bianchi', email: 'luca@demo.example' },
  admin: { role: 'admin', name: 'Miriam Haddad', email: 'miriam@demo.example' },
} as const satisfies Record<string, Login>
