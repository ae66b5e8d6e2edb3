// Passkeys: the server's question becomes what the browser's authenticator is asked, and its answer goes back.

import { post } from './api'
import type { Me, PasskeyAsked } from './types'

/** A passkey belongs to a name: a page at a bare address has none. */
export const possible = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

const bytes = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** What the server takes: every part of the answer that is bytes, as text. */
function said(found: PublicKeyCredential, parts: Record<string, ArrayBuffer | null>): object {
  const response = Object.fromEntries(Object.entries(parts).filter(([, data]) => data).map(([name, data]) => [name, text(data!)]))
  return { id: found.id, rawId: text(found.rawId), type: found.type, response, clientExtensionResults: {} }
}

/** Make a passkey; a guest is registered thereby. */
export async function make(name: string): Promise<Me> {
  const asked = await post<PasskeyAsked>('/api/passkeys/new')
  const options = asked.options
  const found = (await navigator.credentials.create({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id), name: name || options.user.name, displayName: name || options.user.name },
      excludeCredentials: (options.excludeCredentials ?? []).map((one: { id: string }) => ({ ...one, id: bytes(one.id) })),
    },
  })) as PublicKeyCredential | null
  if (!found) throw new Error('no passkey')
  const made = found.response as AuthenticatorAttestationResponse
  const answer = said(found, { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject })
  return post<Me>('/api/passkeys', { ceremony: asked.ceremony, answer, name })
}

/** Come back with a passkey. */
export async function comeBack(): Promise<Me> {
  const asked = await post<PasskeyAsked>('/api/passkeys/sign-in/begin')
  const found = (await navigator.credentials.get({
    publicKey: {
      ...(asked.options as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(asked.options.challenge),
      allowCredentials: [],
    },
  })) as PublicKeyCredential | null
  if (!found) throw new Error('no passkey')
  const proof = found.response as AuthenticatorAssertionResponse
  const answer = said(found, {
    clientDataJSON: proof.clientDataJSON,
    authenticatorData: proof.authenticatorData,
    signature: proof.signature,
    userHandle: proof.userHandle,
  })
  return post<Me>('/api/passkeys/sign-in', { ceremony: asked.ceremony, answer })
}
