/** The trader's browser wallet as a signer: a one-time page on loopback, one signature, and then nothing is served. */
import type { Address, Hex } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { WalletRequestView } from '../../contract/session.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import { isSignedBy, userActionDigest } from '../signing/index.ts'
import type { OpenExternal } from './open-external.ts'
import { pageHtml } from './page-html.ts'
import { type PageAnswer, type PageMessage, type PageServer, startPageServer } from './page-server.ts'
import { domainText, type UserSignatureRequest, type UserSigner, UserSigningError } from './user-signer.ts'

/** The trader's time to sign, ms. */
const SIGN_WITHIN = 5 * 60_000

interface BrowserSignerOptions {
  readonly clock: Clock
  readonly openExternal: OpenExternal
  readonly randomText: (bytes: number) => string
}

export interface BrowserSigner extends UserSigner {
  readonly kind: 'browser'
  /** The pending request to the trader's wallet, or null. */
  pending(): WalletRequestView | null
  /** Cancels the pending request. */
  cancel(): void
  onChange(listener: () => void): Cancel
}

/** Signs through the browser, one request at a time. */
export function createBrowserSigner({ clock, openExternal, randomText }: BrowserSignerOptions): BrowserSigner {
  const listeners = new Listeners()
  let view: WalletRequestView | null = null
  let giveUp: (error: UserSigningError) => void = () => undefined

  const show = (next: WalletRequestView | null): void => {
    view = next
    listeners.notify()
  }

  async function sign(requested: UserSignatureRequest): Promise<Hex> {
    const request = { ...requested, fields: [...requested.fields, goodFor(requested)] }
    if (view !== null) {
      throw new UserSigningError('wallet_busy', 'Your browser wallet still has another request open.')
    }
    show({
      title: request.title,
      fields: request.fields,
      until: millis(clock.now() + SIGN_WITHIN),
      note: null,
    })
    const outcome = Promise.withResolvers<Hex>()
    // It may end while the server still starts.
    outcome.promise.catch(() => undefined)
    giveUp = outcome.reject
    const stopWaiting = clock.after(SIGN_WITHIN, () =>
      outcome.reject(
        new UserSigningError('wallet_timeout', 'Your browser wallet did not sign within 5 minutes. Nothing was sent.'),
      ),
    )
    let server: PageServer | null = null
    try {
      server = await startPageServer({
        randomText,
        html: (page, nonce) => pageHtml(request, page, nonce),
        onMessage: (message) => hear(message, request, outcome),
      })
      await openPage(server.url)
      return await outcome.promise
    } finally {
      stopWaiting()
      giveUp = () => undefined
      server?.close()
      show(null)
    }
  }

  async function openPage(url: string): Promise<void> {
    try {
      await openExternal(url, url)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      throw new UserSigningError('no_browser', `The wallet page could not be opened: ${text}`)
    }
  }

  async function hear(
    message: PageMessage,
    request: UserSignatureRequest,
    outcome: PromiseWithResolvers<Hex>,
  ): Promise<PageAnswer> {
    switch (message.kind) {
      case 'note':
        if (view !== null) show({ ...view, note: message.message })
        return { ok: true, message: 'Noted.', over: false }
      case 'rejected':
        outcome.reject(
          new UserSigningError('wallet_rejected', 'You declined to sign in your wallet. Nothing was sent.'),
        )
        return { ok: true, message: 'Nothing was signed.', over: true }
      case 'signed': {
        const signature = await checked(message.signature, request)
        if (signature !== null) {
          outcome.resolve(signature)
          return { ok: true, message: 'Isotherm has the signature.', over: true }
        }
        const text = `The signature is not from ${request.signer} for this request. It was discarded; nothing was sent.`
        outcome.reject(new UserSigningError('wrong_signature', text))
        return { ok: false, message: text, over: true }
      }
    }
  }

  return {
    kind: 'browser',
    sign,
    pending: () => view,
    cancel: () => giveUp(new UserSigningError('wallet_cancelled', 'You canceled signing in your browser wallet.')),
    onChange: listeners.on,
  }
}

/** A message states what is signed; its domain states for whom, and the same message under another domain is valid elsewhere. */
const goodFor = ({ typedData }: UserSignatureRequest): UserSignatureRequest['fields'][number] => ({
  name: 'Valid for',
  value: domainText(typedData.domain),
})

/** The signature with its last byte as 27 or 28, if it recovers to the signer over exactly the requested data; else null. */
async function checked(text: string, { typedData, signer }: UserSignatureRequest): Promise<Hex | null> {
  const match = /^0x([0-9a-fA-F]{128})([0-9a-fA-F]{2})$/.exec(text)
  if (match === null) return null
  const last = Number.parseInt(match[2] ?? '', 16)
  const parity = last < 27 ? last + 27 : last
  const signature = `0x${(match[1] ?? '').toLowerCase()}${parity.toString(16)}` as Hex
  return (await isSignedBy(userActionDigest(typedData), signature, signer as Address)) ? signature : null
}
