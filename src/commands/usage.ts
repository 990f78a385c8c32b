/** The usage of the program, and the options of its commands. */

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorError } from '#core/operator-error.ts'
import { version } from '#core/version.ts'
import type { Invocation } from './invocation.ts'

export const usage = `research-platform ${version}

  node src/main.ts [serve]                             start the service
  node src/main.ts demo [--two-factor]                 the same on a folder of its own, filled with examples
  node src/main.ts migrate                             bring the database to this version, then stop
  node src/main.ts admin --email E [--password P]      add an administrator; without --password, ADMIN_PASSWORD
  node src/main.ts admin --email E --remove-two-factor  remove the second factor of an account that has lost it
  node src/main.ts admin --email E --sign-in-link       a link for an administrator to sign in with the password (PASSWORD_SIGN_IN=false)
  node src/main.ts api --as E METHOD PATH [JSON]       one request of the API as the administrator E; --csv for a table
  node src/main.ts follow [--as E] [--types T,T] [--since N]
                                                       print changes as they come: those that E may see, or all
  node src/main.ts reindex                             the same as rebuild search_researchers, with its progress
  node src/main.ts rebuild NAME                        build anew what a follower of the journal stores, the service may run: search_researchers,
                                                       search_job_posts, search_courses, search_projects, search_companies; not feed, whose
                                                       numbers clients have read, and not saved_searches, which remembers when each item was
                                                       published first
  node src/main.ts doctor [--mail E] [--register-callbacks]
                                                       try everything the service needs, and say what to do
  node src/main.ts reconcile [--from D] [--to D]       compare payments with the reports of the gateways; yesterday unless given
  node src/main.ts audit verify                        verify the audit log; name the first broken row
  node src/main.ts transparency verify [--head FILE]   verify the transparency log, also against a saved head
  node src/main.ts keys list | rotate | export         the keys that sign credentials; export prints their secret parts
  node src/main.ts verify FILE [--email E] [--with FILE] [--offline]
                                                       verify the credential in a file, with saved keys if given
  node src/main.ts import FOLDER [--dry-run] [--merge]  import the rows and files of another system (docs/FROM-LARAVEL.md)
  node src/main.ts compare --old URL --new URL --tokens FILE
                                                       send the same reads to both, and print how the answers differ
  node src/main.ts check-files                         compare the database with the stored files, both ways
  node src/main.ts backup FOLDER [--without-files]     copy the database and the files, also while serving
  node src/main.ts restore FOLDER [--replace]          put a backup into DATA_DIR, or into an empty PostgreSQL database
                                                       and a bucket; the service must not run
  node src/main.ts move [--to postgres://… | --to embedded] [--storage s3 | --storage disk]
                                                       copy all to another database or storage, and compare it

Settings come from the environment and from .env; docs/operations/configure.md lists them.`

/** Parses the options after the command. Throws with the usage when they are invalid. */
export function parseOptions<T extends ParseArgsConfig>({ args }: Pick<Invocation, 'args'>, config: T) {
  try {
    return parseArgs({ args: [...args], ...config })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

/** Returns the one folder that a command expects. */
export function parseFolder([folder, ...others]: readonly string[]): string {
  if (folder === undefined || folder === '' || others.length > 0)
    throw new OperatorError(`One folder is needed.\n\n${usage}`)
  return folder
}
