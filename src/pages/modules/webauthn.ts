/** Asks the browser for passkeys (WebAuthn level 3), for the console and the hosted pages. */

/** Whether the browser knows passkeys and reads the options as the API sends them. */
export const isPasskeySupported = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Binary values become base64url, as the API reads them. */
const toJson = (credential: Credential | null): unknown => (credential as PublicKeyCredential | null)?.toJSON()

/** Returns what the device signed. Throws a `DOMException` when the user stops it. */
export const requestCredential = async (options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> =>
  toJson(await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }))

/** Returns a new passkey. Throws a `DOMException` when the user stops it or the device has one of the account. */
export const createCredential = async (options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> =>
  toJson(await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }))
