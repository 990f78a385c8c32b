/** Creates projects and what belongs to them. */

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Person, TestApp } from './app.ts'
import type { Client, Reply } from './client.ts'
import { createForm } from './forms.ts'

function createProject({ status, data, text }: Reply) {
  assert.equal(status, 201, text)
  return data
}

/** A new project of the owner. */
export const project = async (owner: Person, more: object = {}) =>
  createProject(await owner.post('/projects', { title: 'Maize', ...more }))

/** Adds a collaborator. */
export const collaborator = async (owner: Person, projectId: number, person: Person, permissions: object = {}) =>
  createProject(await owner.post(`/projects/${projectId}/collaborators`, { user_id: person.id, permissions }))
    .collaborator

export const milestone = async (person: Person, projectId: number, more: object = {}) =>
  createProject(
    await person.post(`/projects/${projectId}/milestones`, { title: 'Sow', due_date: '2027-04-01', ...more }),
  )

type Fields = Record<string, string | File | undefined>

export const content = (text: string | Uint8Array = 'maize', name = 'data.bin') =>
  new File([typeof text === 'string' ? text : Uint8Array.from(text)], name)

/** Sends a version; `more` replaces fields, or omits undefined ones. */
export const sendVersion = (person: Client, projectId: number, more: Fields = {}): Promise<Reply> =>
  person.send('POST', `/projects/${projectId}/versions`, {
    body: createForm({ version_number: '1.0', file: content(), ...more }),
  })

/** Adds a version successfully. */
export const version = async (person: Client, projectId: number, more: Fields = {}) =>
  createProject(await sendVersion(person, projectId, more)).version

export const sendScopeDocument = (person: Client, projectId: number, more: Fields = {}): Promise<Reply> =>
  person.send('POST', `/projects/${projectId}/scope-document`, {
    body: createForm({ document_type: 'proposal', file: content('# Scope', 'scope.md'), ...more }),
  })

/** The names of all files in the storage. */
export async function listStoredFiles({ platform }: Pick<TestApp, 'platform'>): Promise<string[]> {
  const folder = join(platform.config.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((one) => one.isFile())
    .map((one) => one.name)
    .sort()
}
