/**
 * Routes that take multipart/form-data. A route declares its form as a body schema with `FileField`s; the handler gets
 * the validated fields, and each file on the local disk. Files that the handler does not move are removed.
 */

import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { createMalformedRequest, Problem } from '#core/problem.ts'
import type { ReceivedFile } from '#core/received-file.ts'
import type { Sentence } from '#language/sentence.ts'
import { deleteReceivedFiles, type FileLimits, type Inspect, receiveForm } from './multipart.ts'
import type { App, Routes } from './routes.ts'

const unsupported = new Problem(415, 'This Content-Type is not supported here; send multipart/form-data.')
const nothing = createMalformedRequest('The request body is empty; send multipart/form-data.')

interface FileOptions {
  /** In bytes; may depend on the text fields before the file. */
  maxBytes: number | ((fields: Readonly<Record<string, unknown>>) => number)
  /** The message about a larger file. */
  tooLarge?: Sentence
  /** Computes the SHA-256 while the file arrives. */
  digest?: boolean
  /** Judges a large file while it arrives. */
  inspect?: Inspect
  description?: string
}

/** A file in a form. */
export const FileField = ({ maxBytes, tooLarge, digest = false, inspect, description }: FileOptions) =>
  Type.Unsafe<ReceivedFile>({
    fileLimit: {
      maxBytes,
      digest,
      ...(tooLarge === undefined ? {} : { tooLarge }),
      ...(inspect === undefined ? {} : { inspect }),
    },
    ...(description === undefined ? {} : { description }),
  })

/** A body that is sent as multipart/form-data. Its texts are parsed like those of a query. */
export const Form = <P extends TProperties>(fields: P, options: { title?: string; examples?: object[] } = {}) =>
  Type.Object(fields, { form: true, ...options })

interface Options {
  /** Milliseconds without a byte after which an upload is aborted. */
  timeoutMs?: number
}

/** Makes routes accept forms instead of JSON. */
export const formRoutes =
  (routes: Routes, { timeoutMs = 60_000 }: Options = {}): Routes =>
  (app) => {
    // An encapsulated scope: other routes answer multipart with 415 and do not run the parser's hooks.
    void app.register(async (scope: App) => {
      await acceptForms(scope)
      scope.addHook('onRoute', (route) => receiveBefore(route, timeoutMs))
      scope.addHook('onError', async (request) => deleteReceivedFiles(request.body))
      routes(scope)
    })
  }

/** Makes the routes of a scope take forms with files and nothing else; the handler of a route receives its form. */
export async function acceptForms(scope: App): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart)
  scope.addContentTypeParser('*', (_, __, done) => done(unsupported))
}

/** Makes the routes of a scope take forms with files besides what they take already; the handler of a route receives such a form. */
export async function acceptFiles(scope: App): Promise<void> {
  await scope.register(multipart)
}

function receiveBefore(route: RouteOptions, timeoutMs: number) {
  const { body } = route.schema ?? {}
  if (!isForm(body)) return
  const limits = collectLimits(body)
  const { handler } = route
  route.schema = { ...route.schema, consumes: ['multipart/form-data'] }
  route.preValidation = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.isMultipart()) throw request.headers['content-type'] === undefined ? nothing : unsupported
    request.body = await receiveForm(request, reply, { limits, timeoutMs })
  }
  route.handler = async function (request, reply) {
    const { body: received } = request
    try {
      return await handler.call(this, request, reply)
    } finally {
      await deleteReceivedFiles(received)
    }
  }
}

interface FormSchema {
  properties: Record<string, { fileLimit?: FileLimits[string] }>
}

const isForm = (body: unknown): body is FormSchema =>
  typeof body === 'object' && body !== null && 'form' in body && 'properties' in body

const collectLimits = ({ properties }: FormSchema): FileLimits =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { fileLimit }]) => (fileLimit === undefined ? [] : [[name, fileLimit]])),
  )
