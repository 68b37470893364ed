/** The trader's identity, and the keys that sign for them. Keys stay in this module: others get addresses and signatures. */
import type { Address, Hex } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { KeychainView, ProfileChoice, SessionView } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { type Secret, tokenExpiry } from '../secrets/index.ts'
import type { TradingService, UserAction } from '../service/index.ts'
import { addressOf } from '../signing/index.ts'
import type { AgentRecords } from '../storage/index.ts'
import type { TradingIdentity } from '../trading/index.ts'
import { type BrowserSigner, domainText, fieldsOf, keySigner, type UserSigner } from '../wallet/index.ts'
import { createAgent } from './agent.ts'
import type { IdentityNotices } from './expiry.ts'
import { createFamilyWatch, featuresOf } from './features.ts'
import { createSignIn, NO_TOKEN, type SecretAccounts } from './sign-in.ts'

interface IdentityOptions {
  readonly service: Pick<
    TradingService,
    | 'profile'
    | 'accessSelf'
    | 'runtimeConfig'
    | 'markets'
    | 'binaryMarkets'
    | 'prepareAgentApproval'
    | 'submitAgentApproval'
  >
  readonly secrets: SecretAccounts
  /** The trader's browser wallet, used without a wallet key; null where it cannot be used. */
  readonly browser: BrowserSigner | null
  readonly notices: IdentityNotices
  /** The available deployments. */
  readonly profiles: () => readonly ProfileChoice[]
  readonly records: AgentRecords
  readonly clock: Clock
  /** Service time minus the terminal's, ms; null while it is not measured, or not confirmed by a second answer. */
  readonly clockOffset: () => number | null
  /** Secrets from the practice venue at its start; null for every other deployment. */
  readonly practice: { readonly accessToken: Secret; readonly walletKey: Secret } | null
  readonly keychain: () => KeychainView
  readonly version: string
  readonly host: SessionView['host']
  readonly log: Log
}

export interface Identity extends TradingIdentity {
  /** Loads the keys and reads the identity; again after a secret was imported or forgotten. Never throws. */
  reload(): Promise<void>
  /** Ends the retries. */
  stop(): void
  /** For the HTTP client and the WebSocket; null once it has expired. */
  accessToken(): Secret | null
  /** Signs typed data with the trader's own wallet. @throws Error with the reason when there is no signature. */
  signAsUser(action: UserAction): Promise<Hex>
  /**
   * Creates a new agent key. The next approval approves it; only then it replaces the previous one, which is forgotten.
   * @throws Error with the reason when nobody is signed in.
   */
  beginRotation(): void
  /** Forgets the agent key and its approval; the next approval creates a new one. @throws the keychain's error. */
  forgetAgent(): Promise<void>
  view(): SessionView
}

export function createIdentity(options: IdentityOptions): Identity {
  const { service, secrets, records, browser, notices, practice, clock, log } = options
  const { profile } = service
  const listeners = new Listeners()
  const agentAccount = (as?: 'next'): string => `${profile.name}/agent-key${as === undefined ? '' : '-next'}`

  const changed = (): void => {
    agent.watchExpiry()
    listeners.notify()
  }
  /** Null while unknown: the machine's own clock may be days off. */
  const serverTime = (): number | null => {
    const offset = options.clockOffset()
    return offset === null ? null : clock.now() + offset
  }
  /** The key in the keychain where there is one; else the trader's browser wallet. */
  const userSigner = (): UserSigner | null => (signIn.walletKey === null ? browser : keySigner(signIn.walletKey))
  const noWallet = (): string => signIn.error ?? NO_TOKEN
  const expiries = { clock, serverTime, notices }
  const families = createFamilyWatch({ service, clock, log, onChange: changed })
  const agent = createAgent({
    ...expiries,
    service,
    records,
    store: (key, as) => secrets.set(agentAccount(as), key),
    forget: (as) => secrets.delete(agentAccount(as)),
    isSignedIn: () => signIn.self !== null,
    wallet: () => signIn.address,
    noWallet,
    canApprove: () => signIn.walletKey !== null || browser !== null,
    userSigner,
    onChange: changed,
    log,
  })
  const signIn = createSignIn({
    ...expiries,
    service,
    secrets,
    practice,
    browser,
    agent,
    probeFamilies: () => void families.probe(),
    onChange: changed,
    clock,
    log,
  })
  const stopBrowser = browser?.onChange(changed)

  function view(): SessionView {
    const { name, network, baseUrl, stationTimeZone, directOrder } = profile
    const { token, accessToken, config } = signIn
    return {
      version: options.version,
      profile: {
        ...{ name, network, baseUrl, stationTimeZone },
        directOrderDomain: directOrder === null ? null : domainText(directOrder.domain),
      },
      identity: signIn.self,
      identityError: signIn.error,
      token: token === null ? null : { expiresAt: tokenExpiry((accessToken ?? token).reveal()) },
      waitlist: config?.waitlistEnabled ?? null,
      agent: agent.view(),
      walletKey: ownerOf(signIn.walletKey),
      walletRequest: browser?.pending() ?? null,
      profiles: options.profiles(),
      keychain: options.keychain(),
      features: featuresOf(profile, config, families.current()),
      host: options.host,
    }
  }

  return {
    reload: signIn.reload,
    stop() {
      signIn.stop()
      families.stop()
      agent.stop()
      stopBrowser?.()
      browser?.cancel()
      for (const key of ['token', 'agent', 'signed-out']) notices.clear(key)
    },
    accessToken: () => signIn.accessToken,
    beginRotation() {
      if (signIn.address === null) throw new Error(noWallet())
      agent.beginRotation()
    },
    forgetAgent: agent.forget,
    view,
    address: () => signIn.address,
    reason: () => (signIn.address === null ? signIn.error : null),
    approve: agent.approve,
    notApproved: agent.notApproved,
    isKeyOfAnother: agent.isKeyOfAnother,
    sign: agent.sign,
    async signAsUser(action: UserAction): Promise<Hex> {
      const wallet = signIn.address
      if (wallet === null) throw new Error(noWallet())
      const signer = userSigner()
      if (signer === null) throw new Error('No wallet key to sign with. Import one from the clipboard.')
      const { domain, types, primaryType, message } = action
      const text = primaryType.replace(/^.*:/, '').replace(/([a-z])([A-Z])/g, '$1 $2')
      return signer.sign({
        typedData: { domain, types, primaryType, message },
        signer: wallet,
        title: `Sign: ${text}`,
        fields: fieldsOf(message),
      })
    },
    unauthorized: signIn.recheck,
    onChange: listeners.on,
  }
}

/** The wallet of a key; null for text that is not a key. */
function ownerOf(walletKey: Secret | null): Address | null {
  try {
    return walletKey === null ? null : addressOf(walletKey)
  } catch {
    return null
  }
}
