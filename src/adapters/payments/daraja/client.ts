/** Requests to Daraja, the API of M-Pesa in Kenya, https://developer.safaricom.co.ke: one token for all instances. */

import { type JsonAnswer, readField, requestJson } from '../json-client.ts'
import type { GatewayStore, NewToken } from '../store.ts'

export interface DarajaCredentials {
  consumerKey: string
  consumerSecret: string
  apiBase: string
}

export type Post = (path: string, body: object) => Promise<JsonAnswer>

export interface DarajaClient {
  post: Post
  /** Rejects when the credentials are not accepted. */
  checkToken(): Promise<void>
}

/** Codes of a token that is wrong or was ended by the request of another; the call was not executed. */
const tokenCodes = ['404.001.03', '400.003.01', '401.002.01']

export function createDarajaClient({ consumerKey, consumerSecret, apiBase }: DarajaCredentials, store: GatewayStore) {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
  const requestToken = async (): Promise<NewToken> => {
    const path = '/oauth/v1/generate?grant_type=client_credentials'
    const headers = { authorization: `Basic ${basic}` }
    const { status, body } = await requestJson(`${apiBase}${path}`, { method: 'GET', headers })
    const token = readField(body, 'access_token')
    if (status !== 200 || token === '')
      throw new Error(`Daraja gave no token: ${status} ${readField(body, 'errorCode')}`)
    return { token, validSeconds: Number(readField(body, 'expires_in')) || 3_599 }
  }
  const send = async (path: string, body: object, token: string) =>
    requestJson(`${apiBase}${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  const client: DarajaClient = {
    async post(path, body) {
      const token = await store.getToken('daraja', null, requestToken)
      const answer = await send(path, body, token)
      if (!isTokenRefused(answer)) return answer
      return send(path, body, await store.getToken('daraja', token, requestToken))
    },
    async checkToken() {
      await store.getToken('daraja', null, requestToken)
    },
  }
  return client
}

/** A call that answers 404 is about the token, not about a payment. */
const isTokenRefused = ({ status, body }: JsonAnswer) =>
  status === 401 || status === 404 || tokenCodes.includes(readField(body, 'errorCode'))
