/** Verifies bcrypt hashes in a thread, because Node has no bcrypt and the computation takes up to a second. */

import { compareSync } from 'bcryptjs'

export interface BcryptQuestion {
  password: string
  hash: string
}

/** Like PHP and OpenBSD, reads 72 bytes of the password. */
export const verifyBcrypt = ({ password, hash }: BcryptQuestion): boolean => compareSync(password, hash)
