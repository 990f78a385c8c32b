import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeUnusableHash } from './foreign-hashes.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ memory: 8, passes: 1 })
const verify = (password: string, hash: string) => passwords.verify(password, hash, 'normal', '')

const firebaseKey = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
const firebaseHash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

/** Hashes that other libraries wrote, as their documentation and tests publish them. */
const recorded: [maker: string, password: string, hash: string][] = [
  ['PHP, password_verify', 'rasmuslerdorf', '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'],
  ['Laravel 5', 'secret', '$2y$10$TKh8H1.PfQx37YgCzwiKb.KjNyWgaHb9cbcoQgdIVFlYg7B77UdFm'],
  ['Laravel', 'password', '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'],
  ['jBCrypt', 'a', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'],
  ['OpenBSD', '', '$2b$06$8eVN9RiU8Yki430X.wBvN.LWaqh2962emLVSVXVZIXJvDYLsV0oFu'],
  ['Django, bcrypt', 'a', 'bcrypt$$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'],
  [
    'PHP, argon2i',
    'rasmuslerdorf',
    '$argon2i$v=19$m=1024,t=2,p=2$YzJBSzV4TUhkMzc3d3laeg$zqU/1IN0/AogfP4cmSJI1vc8lpXRW9/S0sYY2i2jHT0',
  ],
  ['passlib, argon2i', 'password', '$argon2i$v=19$m=512,t=2,p=2$aI2R0hpDyLm3ltLa+1/rvQ$LqPKjd6n8yniKtAithoR7A'],
  [
    'reference, argon2i with one lane',
    'password',
    '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8',
  ],
  [
    'reference, argon2i with two lanes',
    'password',
    '$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E',
  ],
  ['argon2-cffi', 'password', '$argon2id$v=19$m=16,t=2,p=1$UmtRRmdBRU53QlptNk8ycw$UyyArpJ8yasrc93GImQjFQ'],
  ['Django 1.5', 'lètmein', 'pbkdf2_sha256$10000$seasalt$CWWFdHOWwPnki7HvkcqN9iA2T3KLW1cf2uZ5kvArtVY='],
  ['Django 1.10', 'lètmein', 'pbkdf2_sha256$30000$seasalt$VrX+V8drCGo68wlvy6rfu8i1d1pfkdeXA4LJkRGJodY='],
  ['Django 3.2', 'admin123', 'pbkdf2_sha256$260000$furaojsalt123456$hfk5jpjQnNJqDoI7Emmu7fOoBXuxQuaoy/MO0+Nbtms='],
  [
    'passlib, PBKDF2',
    'password',
    '$pbkdf2-sha256$29000$Wet9bw2hdA7B.J/zfk9JKQ$TMU01Ix.znnXJ075PcxGvhyI907mCyJIBTHbHCukC1A',
  ],
  [
    'passlib, SHA-512',
    'password',
    '$pbkdf2-sha512$25000$Muacs/b.H2OMkTJG6P3fGw$kX8dnaTeiM5GMCaZGOc5Cy.rhFsRFubr8pDtCeWnmZWc/3idCzrXTGX.G9mFMfQF4SChcc3/4pXPYFCi75Dk6w',
  ],
  ['passlib, SHA-1', 'password', '$pbkdf2$1000$MQYghBDiHEPoPeccAwCAEA$/olnbP7KDBbRseXA.k4J210m7VE'],
  [
    'Django 5.2',
    'lètmein',
    'pbkdf2_sha256$1000000$EGwMJIhHeH4YzwBaCWE5R4$ccWDGzwHtsqlrc9VEosFMOVrmPJpklX/LkvBzC1MJC0=',
  ],
  [
    'Django 5.2, scrypt',
    'lètmein',
    'scrypt$16384$GWYjsHu98PZFW9uijFqCiN$8$5$u5CYb9H2B8uqfCsAeHeh2MF10iJ1A1I6qi205KL7X9EHbKPQgtWxTsYHvtRCotjku41ufqQKfjT9uYtDKOZwSg==',
  ],
  [
    'passlib, scrypt',
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  ],
  [
    'Firebase',
    'user1password',
    `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${firebaseKey}$42xEC+ixf3L2lw==$${firebaseHash}`,
  ],
]

describe('password hashes of other systems', () => {
  for (const [maker, password, hash] of recorded)
    it(`are verified: ${maker}`, async () => {
      assert.equal(describeUnusableHash(hash), null)
      assert.equal(await verify(password, hash), true)
      assert.equal(await verify(`${password}x`, hash), false)
      assert.equal(passwords.isOutdated(hash), true)
    })

  it('of bcrypt are of the first 72 bytes, and a zero byte matches nothing', async () => {
    assert.equal(await verify('', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'), true)
    assert.equal(await verify('\0', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'), false)
    assert.equal(
      await verify(
        '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored',
        '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui',
      ),
      true,
    )
  })

  it('that are too expensive or unknown are explained in one sentence', () => {
    const sentences = [
      '$2y$15$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi',
      '$argon2id$v=19$m=2097152,t=1,p=1$UmtRRmdBRU53QlptNk8ycw$UyyArpJ8yasrc93GImQjFQ',
      'pbkdf2_sha256$90000000$seasalt$CWWFdHOWwPnki7HvkcqN9iA2T3KLW1cf2uZ5kvArtVY=',
      '$scrypt$ln=24,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
      '5f4dcc3b5aa765d61d8327deb882cf99',
    ].map(describeUnusableHash)

    assert.deepEqual(sentences, [
      'Verifying the password hash would take about 3 seconds; at most 2 are allowed.',
      'Verifying the password hash would take 2048 MiB of memory; at most 1024 MiB are allowed.',
      'Verifying the password hash would take about 38 seconds; at most 2 are allowed.',
      'Verifying the password hash would take 16384 MiB of memory; at most 1024 MiB are allowed.',
      'The password hash has a format that is not supported (bcrypt, argon2i, argon2id, PBKDF2 and scrypt are).',
    ])
  })
})
