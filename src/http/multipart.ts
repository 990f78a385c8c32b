/** Reads a form from the socket: texts into memory, files onto the local disk, within their limits. */

import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ArrivingFile } from '#adapters/storage/incoming-file.ts'
import { sanitizeFileName } from '#core/file-name.ts'
import { createMalformedRequest, invalidFields, Problem } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { readToEnd } from './body-reader.ts'
import { FormFields } from './form-fields.ts'
import { maxFormFields, tooManyFields } from './url-encoded-forms.ts'

interface Arrival {
  filename: string
  /** The text fields before the file. */
  fields: Readonly<Record<string, unknown>>
}

/** Returns a function that gets the parts of a file in their order, and returns why the file is refused; null for any file. */
export type Inspect = (arrival: Arrival) => ((bytes: Buffer) => Sentence | null) | null

/** The file fields of a form. */
export type FileLimits = Readonly<
  Record<
    string,
    {
      maxBytes: number | ((fields: Readonly<Record<string, unknown>>) => number)
      tooLarge?: Sentence
      digest?: boolean
      inspect?: Inspect
    }
  >
>

interface Expectation {
  limits: FileLimits
  /** Milliseconds without a byte after which the connection is closed. */
  timeoutMs: number
}

/** Bytes buffered between two steps; less makes the steps wait for each other. */
const flow = 256 * 1024
/** A file of more bytes is refused as soon as it is known to be wrong. */
const maxJudgedLater = 64 * 1024
/** All texts of a form together, in bytes: as much as a JSON body. */
const maxText = 1024 * 1024
const parserLimits = {
  fields: maxFormFields,
  files: 10,
  parts: maxFormFields + 10,
  fieldNameSize: 200,
  fieldSize: maxText,
  // Checked here, because the limits of the files of a form differ.
  fileSize: Number.POSITIVE_INFINITY,
}

const tooMuchText = new Problem(413, 'The texts of the form are too large.')

/** Errors of the parser as problems. */
const parserProblems: Record<string, Problem> = {
  FST_PARTS_LIMIT: tooManyFields,
  FST_FIELDS_LIMIT: tooManyFields,
  FST_FILES_LIMIT: new Problem(413, 'The form has too many files.'),
  FST_PROTO_VIOLATION: createMalformedRequest('The form has a field with a name that cannot be used.'),
  FST_INVALID_JSON_FIELD_ERROR: createMalformedRequest('A field of the form says it is JSON and is not.'),
}
const unreadable = createMalformedRequest('The request body is not valid multipart/form-data.')

/** Returns the fields of the form with its files. After an error nothing remains on the disk. */
export async function receiveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, timeoutMs }: Expectation,
): Promise<Record<string, unknown>> {
  const form = new Incoming(request, limits)
  limitSilence(request, timeoutMs, () => request.raw.destroy())
  try {
    for await (const part of request.parts({ limits: parserLimits, fileHwm: flow, highWaterMark: flow }))
      await form.take(part)
    return form.values()
  } catch (error) {
    await deleteReceivedFiles(form.files)
    // The connection is closed after an error: a client that is still sending does not read, and the rest must not be
    // parsed as another request.
    reply.header('Connection', 'close')
    await readToEnd(request.raw)
    throw toProblem(error)
  } finally {
    limitSilence(request, 0)
  }
}

/** Calls `end` after a time without a byte. A form that a hosted page sends within this process has no socket to wait for. */
function limitSilence({ raw }: FastifyRequest, timeoutMs: number, end?: () => void) {
  if (typeof raw.setTimeout === 'function') raw.setTimeout(timeoutMs, end)
}

/** Removes received files that were not moved. */
export async function deleteReceivedFiles(body: unknown): Promise<void> {
  if (typeof body !== 'object' || body === null) return
  for (const value of Object.values(body))
    if (value instanceof ReceivedFile) await unlink(value.path).catch(ignoreMissing)
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

function toProblem(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  // Errors of the disk have a system code; all others concern the form.
  if ('syscall' in error) return error
  return parserProblems[code] ?? unreadable
}

class Incoming {
  readonly files: Record<string, ReceivedFile> = {}
  readonly #request: FastifyRequest
  readonly #limits: FileLimits
  readonly #fields = new FormFields()
  #text = 0

  constructor(request: FastifyRequest, limits: FileLimits) {
    this.#request = request
    this.#limits = limits
  }

  values(): Record<string, unknown> {
    return { ...this.#fields.toObject(), ...this.files }
  }

  take(part: Multipart): Promise<void> | void {
    return part.type === 'file' ? this.#takeFile(part) : this.#takeText(part)
  }

  #takeText({ fieldname, value, valueTruncated, fieldnameTruncated }: MultipartValue) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    this.#text += fieldname.length + Buffer.byteLength(text)
    if (valueTruncated || fieldnameTruncated || this.#text > maxText) throw tooMuchText
    this.#fields.add(fieldname, text)
  }

  async #takeFile(part: MultipartFile) {
    const { fieldname: name, file } = part
    const limit = Object.hasOwn(this.#limits, name) ? this.#limits[name] : undefined
    // An empty file input of a browser, or an unknown field.
    if (limit === undefined || !part.filename) return ignore(part)
    if (this.files[name] !== undefined)
      throw invalidFields({ [name]: [fill('Only one file may be sent as {name}.', { name })] })

    const {
      maxBytes,
      tooLarge = fill('The {field} is too large.', { field: { field: name } }),
      digest = false,
      inspect,
    } = limit
    const filename = sanitizeFileName(decodeFileName(part.filename))
    const judge = inspect?.({ filename, fields: this.#fields.toObject() }) ?? null
    const most = typeof maxBytes === 'number' ? maxBytes : maxBytes(this.#fields.toObject())
    const { storage } = this.#request.ctx
    const path = join(await storage.incoming(), createRandomText(18))
    const isRepeatable = this.#request.headers['idempotency-key'] !== undefined
    const hash = digest || isRepeatable ? createHash('sha256') : null
    let size = 0
    let fault: Sentence | null = null
    const check = (bytes: Buffer) => {
      size += bytes.length
      if (size > most) throw invalidFields({ [name]: [tooLarge] })
      fault ??= judge?.(bytes) ?? null
      // A small one is judged with the other fields, so that all faults are reported together.
      if (fault !== null && size > maxJudgedLater) throw invalidFields({ [name]: [fault] })
      hash?.update(bytes)
    }
    // Registered before it exists, so that it is removed in any case.
    this.files[name] = new ReceivedFile({ path, filename: '', size: 0 })
    await pipeline(file, new ArrivingFile({ path, check, stays: storage.kind === 'disk' }))
    this.files[name] = new ReceivedFile({ path, filename, size, digest: hash?.digest('base64url') })
  }
}

/** What browsers escape in a name of a file (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data). */
const decodeFileName = (name: string) => name.replace(/%22|%0[DA]/gi, (part) => decodeURIComponent(part))

/** Skips a file that the route does not expect. */
async function ignore({ file }: MultipartFile) {
  let size = 0
  for await (const bytes of file) {
    size += bytes.length
    if (size > maxText) throw new Problem(413, 'The form has a file in a field that takes none.')
  }
}
