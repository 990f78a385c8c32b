/** A researcher brings the record of their works along, from ORCID, by DOI and from a file, and takes it away as a CV and a JSON Resume. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readText } from '@research-platform/documents/text'
import { createUniqueEmail, testApp } from '#test/support/app.ts'
import { signIn } from '#test/support/sign-in.ts'

const file = String.raw`
@article{small, author = {Okafor, Ada and van der Berg, Jan}, title = {Small trials: statistics for botany and public health},
  year = {2024}, doi = {10.5555/12345678}}
@book{nurses, author = {Okafor, Ada}, title = {Statistics f{\"u}r nurses}, publisher = {Ibadan University Press}, year = {2022}}
`

it('a researcher imports a record by ORCID, DOI and file, and gets it as a CV and a JSON Resume', async () => {
  const app = await testApp()
  const person = await app.given.user({ role: 'researcher', name: 'Ada Okafor' })
  const { data: profile } = await person.put('/researchers/me', { headline: 'Statistician', public_page: true })
  await signIn(app, { provider: 'orcid', email: createUniqueEmail(), action: 'link' }, person)
  const path = `/researchers/${profile.id}/publications`
  const importFrom = async (body: object) => {
    const { status, data, text } = await person.post(`${path}/import`, body)
    assert.equal(status, 200, text)
    return [data.imported, data.changed, data.existing, data.refused]
  }

  assert.deepEqual(await importFrom({ format: 'orcid' }), [2, 0, 0, 0])
  const dois = ['10.5555/12345678', '10.5555/24242424', '10.5072/small-trials', '10.5555/unknown']
  assert.deepEqual(await importFrom({ format: 'doi', dois }), [2, 1, 0, 1])
  assert.deepEqual(await importFrom({ format: 'bibtex', text: file }), [1, 0, 1, 0])

  const { data: works } = await person.get(path)
  assert.deepEqual(works.map((work: Record<string, unknown>) => [work.title, work.source, work.verified]).sort(), [
    ['Everything about machine learning, which I added myself', 'orcid', false],
    ['Missing data: What patients who leave still tell', 'crossref', true],
    ['Small trials: statistics for botany and public health', 'crossref', true],
    ['Small trials: the data', 'datacite', true],
    ['Statistics für nurses', 'bibtex', false],
  ])
  const { data: details } = await person.get(`/researchers/details/${profile.id}`)
  assert.deepEqual(
    [details.publication_records_count, details.verified_publication_records_count, details.h_index],
    [5, 3, null],
  )
  const resume = JSON.parse((await person.get(`/users/${person.id}/resume.json`)).text)
  assert.equal(resume.publications.length, 5)
  const pdf = await fetch(`${app.address}/users/${person.id}/resume.pdf`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const text = await readText(new Uint8Array(await pdf.arrayBuffer()))
  for (const part of ['Ada Okafor', 'Statistics für nurses', '10.5072/small-trials'])
    assert.ok(text?.includes(part), part)

  const other = await app.given.user({ role: 'researcher' })
  await other.put('/researchers/me', {})
  assert.equal((await other.post(`/users/${other.id}/resume/import`, { resume })).status, 200)
  const again = JSON.parse((await other.get(`/users/${other.id}/resume.json`)).text)
  assert.deepEqual([again.publications, again.basics.name], [resume.publications, 'Ada Okafor'])
})
