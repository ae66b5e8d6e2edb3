// Passkeys: the server's question becomes what the browser's authenticator is asked, and its answer goes back.

import { post } from './api'
import type { Me, PasskeyRequest } from './types'

/** A passkey belongs to a name: a page at a bare address has none. */
export const possible = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

const bytes = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** What the server takes: every part of the answer that is bytes, as text. */
function credentialJson(credential: PublicKeyCredential, parts: Record<string, ArrayBuffer | null>): object {
  const response = Object.fromEntries(Object.entries(parts).filter(([, data]) => data).map(([name, data]) => [name, text(data!)]))
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response, clientExtensionResults: {} }
}

/** Make a passkey; a guest is registered thereby. */
export async function make(name: string): Promise<Me> {
  const request = await post<PasskeyRequest>('/api/passkeys/new')
  const options = request.options
  const credential = (await navigator.credentials.create({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id), name: name || options.user.name, displayName: name || options.user.name },
      excludeCredentials: (options.excludeCredentials ?? []).map((known: { id: string }) => ({ ...known, id: bytes(known.id) })),
    },
  })) as PublicKeyCredential | null
  if (!credential) throw new Error('no passkey')
  const attestation = credential.response as AuthenticatorAttestationResponse
  const answer = credentialJson(credential, { clientDataJSON: attestation.clientDataJSON, attestationObject: attestation.attestationObject })
  return post<Me>('/api/passkeys', { ceremony: request.ceremony, answer, name })
}

/** Come back with a passkey. */
export const comeBack = () => answerCeremony<Me>('/api/passkeys/sign-in')

/** Show once more who we are. */
export const prove = () => answerCeremony<void>('/api/me/proof/passkey')

async function answerCeremony<T>(path: string): Promise<T> {
  const request = await post<PasskeyRequest>('/api/passkeys/sign-in/begin')
  const credential = (await navigator.credentials.get({
    publicKey: {
      ...(request.options as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(request.options.challenge),
      allowCredentials: [],
    },
  })) as PublicKeyCredential | null
  if (!credential) throw new Error('no passkey')
  const proof = credential.response as AuthenticatorAssertionResponse
  const answer = credentialJson(credential, {
    clientDataJSON: proof.clientDataJSON,
    authenticatorData: proof.authenticatorData,
    signature: proof.signature,
    userHandle: proof.userHandle,
  })
  return post<T>(path, { ceremony: request.ceremony, answer })
}
