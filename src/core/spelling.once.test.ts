import assert from 'node:assert/strict'
import { it } from 'node:test'
import { normalizeSpelling, type Spelling } from './spelling.ts'

const spellings: Record<Spelling, [given: string, stored: string][]> = {
  phone: [
    ['+254 712 345 678', '+254712345678'],
    ['00254 (0) 712-345–678', '+254712345678'],
    ['tel:+1.202.555.0143', '+12025550143'],
    ['＋٢٥٤ ٧١٢ ٣٤٥ ٦٧٨', '+254712345678'],
    ['0712 345 678', '0712345678'],
    ['call me', 'callme'],
  ],
  doi: [
    ['10.1000/182', '10.1000/182'],
    ['https://doi.org/10.1000/182', '10.1000/182'],
    ['HTTP://dx.doi.org/10.1002/(SICI)1097%2F1', '10.1002/(SICI)1097/1'],
    ['doi: 10.1000/182', '10.1000/182'],
    ['doi.org/10.1000/100%', '10.1000/100%'],
    ['https://example.org/10.1000/182', 'https://example.org/10.1000/182'],
  ],
  orcid: [
    ['0000 0002 1825 0097', '0000-0002-1825-0097'],
    ['0000000218250097', '0000-0002-1825-0097'],
    ['orcid.org/0000-0002-1694-233x', '0000-0002-1694-233X'],
    ['Https://orcid.org/0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['0000-0002-1825-0098', '0000-0002-1825-0098'],
  ],
  ror: [
    ['02y9nww90', 'https://ror.org/02y9nww90'],
    ['ROR.org/02Y9NWW90/', 'https://ror.org/02y9nww90'],
    ['http://www.ror.org/02y9nww90', 'https://ror.org/02y9nww90'],
    ['ror: 02y9nww90', 'https://ror.org/02y9nww90'],
    ['02y9nww91', '02y9nww91'],
    ['02y9nwl90', '02y9nwl90'],
  ],
  address: [
    ['Https://Example.org/Path', 'https://Example.org/Path'],
    ['HTTP://example.org', 'http://example.org'],
    ['javascript://x', 'javascript://x'],
  ],
  code: [['ke', 'KE']],
}

for (const [spelling, cases] of Object.entries(spellings) as [Spelling, [string, string][]][])
  it(`A ${spelling} may be written as people write it`, () => {
    for (const [given, stored] of cases) {
      assert.equal(normalizeSpelling(given, spelling), stored)
      assert.equal(normalizeSpelling(stored, spelling), stored)
    }
  })
