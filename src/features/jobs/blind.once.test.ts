import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDisproportion } from '#test/support/processor-time.ts'
import { removeIdentity } from './blind.ts'

const jo = {
  first_name: 'Jo',
  last_name: 'van der Berg',
  email: 'jo@example.org',
  phone: '+31 20 555 0100',
  account_name: 'Johanna Berg',
}

const zoe = {
  first_name: 'Zoë',
  last_name: 'Müller-Łukasiewicz',
  email: 'zml.research@example.org',
  phone: '+49 30 1234567',
  account_name: 'Zoë O’Neill',
}

/** A backtick is what some keyboards and programs have for an apostrophe. */
const conan = { ...jo, first_name: 'Conan', last_name: 'O`Brien', account_name: 'Conan O`Brien' }

const cases: [typeof jo, string, string][] = [
  [jo, 'I am Jo van der Berg.', 'I am ….'],
  [jo, 'JO is my name, and Johanna on paper.', '… is my name, and … on paper.'],
  [jo, 'My job brings joy.', 'My job brings joy.'],
  [jo, 'Write to jo@example.org, other@mail.example or https://jo.example/cv.', 'Write to …, … or …'],
  [jo, 'Call 020 555 01 00 or +31 (20) 555-0100!', 'Call … or …!'],
  [jo, 'In 2019 I measured 1,200 plants on 3 farms.', 'In 2019 I measured 1,200 plants on 3 farms.'],
  [jo, '', ''],
  // Spellings of a name: without accents, decomposed, in other widths, with invisible characters, written out, joined.
  [zoe, 'I am Zoe, Zoë, ZOË and Zoë.'.normalize('NFD'), 'I am …, …, … and ….'],
  [zoe, 'Muller, Mueller, Mu\u0308ller, MÜLLER, Lukasiewicz and ŁUKASIEWICZ', '…, …, …, …, … and …'],
  [zoe, 'Ｍüller, Mül\u00adler and M\u200büller', '…, … and …'],
  [zoe, 'zoemuller wrote it with ONeill, O’Neill and o‘neill', '… wrote it with …, … and …'],
  [zoe, 'I am Zoë O`Neill.', 'I am ….'],
  [conan, "I am O'Brien, or O`Brien, or OBrien.", 'I am …, or …, or ….'],
  [conan, 'I am O’Brien, or O`Brien – or D`Arcy.', 'I am …, or … – or D`Arcy.'],
  [zoe, 'My account is zml.research.', 'My account is ….'],
  // Addresses without a scheme.
  [jo, 'See github.com/quokka42, linkedin.com/in/quokka or ＧｉｔＨｕｂ．ｃｏｍ／Quokka!', 'See …, … or …!'],
  [jo, '(orcid.org/0000-0002-1825-0097) t.me/quokka, de.linkedin.com/in/q', '…) …, …'],
  [jo, 'Find me at quokka.dev, www.quokka.example or QUOKKA.COM.', 'Find me at …, … or ….'],
  [jo, 'GitHub: quokka42 and ORCID 0000-0002-1694-233X', '… and ORCID …'],
  [jo, 'quokka (at) mail.example, quokka at mail dot example, @quokka@hci.social', '… …, …'],
  // What stays.
  [
    jo,
    'With Node.js and ASP.NET, e.g. in 2019-2023. Then R.A. work at U.S. farms.',
    'With Node.js and ASP.NET, e.g. in 2019-2023. Then R.A. work at U.S. farms.',
  ],
  [jo, 'A Ph.D. and a B.Sc. in 24/7 and/or shift work.', 'A Ph.D. and a B.Sc. in 24/7 and/or shift work.'],
]

describe('the text of a blind candidate', () => {
  for (const [person, text, shown] of cases)
    it(`becomes “${shown}”`, () => {
      assert.equal(removeIdentity(text, person), shown)
    })

  it('is read in linear time, whatever it is', async () => {
    const parts = ['a', '1', '1(', '@', '/', ' ', '1 (', 'a.', '.', 'a-', 'a (', 'github:', 'ü', 'u\u0308', 'a at ']
    const read = (times: number) => {
      for (const text of parts.map((part) => part.repeat(times))) removeIdentity(text, zoe)
    }
    read(2_000)

    const disproportion = await findDisproportion(read, { short: 4_000, long: 32_000, factor: 32, extraMs: 20 })

    assert.equal(disproportion, undefined)
  })
})
