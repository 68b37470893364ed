/** Who the trader is, and the keys that sign for them. Keys stay in here: others get addresses and signatures. */
import type { AccessSelf } from '../../contract/account.ts'
import type { Address, Hex } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { AgentView, KeychainView, ProfileChoice, SessionView } from '../../contract/session.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { type Secret, tokenExpiry } from '../secrets/index.ts'
import {
  type PreparedAction,
  ReadLog,
  type RuntimeConfig,
  ServiceError,
  type TradingService,
  type UserAction,
} from '../service/index.ts'
import { type AgentMessage, addressOf, generateAgentKey, signAgentAction } from '../signing/index.ts'
import type { AgentRecords } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import type { ApprovalOutcome, ApprovalStep, TradingIdentity } from '../trading/index.ts'
import { type BrowserSigner, fieldsOf, keySigner, type UserSigner } from '../wallet/index.ts'
import { approveAgent } from './agent-approval.ts'
import { createExpiryWatch } from './expiry-watch.ts'
import { featuresOf } from './features.ts'
import { createFamilyWatch } from './probe.ts'

/** Where secrets are kept; accounts are `<profile name>/access-token`, `/wallet-key` and `/agent-key`. */
export interface SecretAccounts {
  get(account: string): Promise<Secret | null>
  set(account: string, secret: Secret): Promise<void>
  delete(account: string): Promise<void>
}

/** Shows and takes away what the trader must be told; one notice a key. */
export interface IdentityNotices {
  put(key: string, level: 'warning' | 'error', title: string, detail: string): void
  clear(key: string): void
}

export interface IdentityOptions {
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
  /** The trader's browser wallet, for when there is no wallet key; null where it cannot be used. */
  readonly browser: BrowserSigner | null
  readonly notices: IdentityNotices
  /** The deployments that can be chosen. */
  readonly profiles: () => readonly ProfileChoice[]
  readonly records: AgentRecords
  readonly clock: Clock
  /** Service time minus the terminal's, ms; null until measured. */
  readonly clockOffset: () => number | null
  /** What the practice venue hands over at its start; null for every other deployment. */
  readonly practice: { readonly accessToken: Secret; readonly walletKey: Secret } | null
  readonly keychain: () => KeychainView
  readonly version: string
  readonly host: SessionView['host']
  readonly log: Log
}

export interface Identity extends TradingIdentity {
  /** Loads the keys and reads who the trader is; again after a secret was imported or forgotten. Never throws. */
  reload(): Promise<void>
  /** Ends the retries. */
  stop(): void
  /** For the HTTP client and the WebSocket; null once it has run out. */
  accessToken(): Secret | null
  /** Signs typed data with the trader's own wallet. @throws Error in words when there is no signature. */
  signAsUser(action: UserAction): Promise<Hex>
  /**
   * Makes a new agent key. The next approval approves it; only then it takes the place of the one before, which is forgotten.
   * @throws Error in words when nobody is signed in.
   */
  beginRotation(): void
  /** Forgets the agent key and its approval; the next approval makes a new one. @throws what the keychain says. */
  forgetAgent(): Promise<void>
  view(): SessionView
  /** Topic `session`. */
  readonly topics: TopicSource
}

const NO_TOKEN = 'No access token. Import one from the clipboard.'
/** Between tries to read who the trader is while the service cannot be reached, ms. */
const RETRY = 3_000
/** Between reads of an access level that does not let the trader trade yet, ms. */
const WAITLIST_EVERY = 60_000
/** How long ahead the end of a token and of an agent's approval is told, ms. */
const TOKEN_AHEAD = 5 * 60_000
const AGENT_AHEAD = 3 * 86_400_000

const MISSING = (reason: string, address: Address | null = null): AgentView => ({ state: 'missing', reason, address })

export function createIdentity(options: IdentityOptions): Identity {
  const { service, secrets, records, clock, log } = options
  const { profile } = service
  const listeners = new Listeners()

  let token: Secret | null = options.practice?.accessToken ?? null
  let walletKey: Secret | null = options.practice?.walletKey ?? null
  let agentKey: Secret | null = null
  let self: AccessSelf | null = null
  let selfError: string | null = 'The access token has not been read yet.'
  let config: RuntimeConfig | null = null
  let agent: AgentView = MISSING('Nobody is signed in.')
  /** A new agent key that waits for its approval to take the present one's place. */
  let candidate: Secret | null = null
  /** Whether the trader forgot the agent key: no new one is made by itself then. */
  let forgotten = false
  /** Whether the token has run out by its own word. */
  let expired = false
  let retry: Cancel | null = null
  let generation = 0
  let stopped = false
  const configLog = new ReadLog(log, 'the runtime configuration')
  let approving: Promise<ApprovalOutcome> | null = null
  let rechecking = false

  const changed = (): void => {
    agentWatch.set(agent.state === 'approved' ? agent.expiresAt : null)
    listeners.notify()
  }
  /** Null while it is not known: the machine's own clock may be days off. */
  const serverTime = (): number | null => {
    const offset = options.clockOffset()
    return offset === null ? null : clock.now() + offset
  }
  const tokenWatch = createExpiryWatch({
    clock,
    now: serverTime,
    ahead: TOKEN_AHEAD,
    onNear: (at) =>
      options.notices.put(
        'token',
        'warning',
        `The access token runs out at ${timeOfDay(at)}`,
        'Import a new one in Account before then. Nothing that is open or typed is lost.',
      ),
    onOver: (at) => {
      expired = true
      signOut(`The access token ran out at ${timeOfDay(at)}. Import a new one to go on.`)
    },
    onFar: () => options.notices.clear('token'),
  })
  const agentWatch = createExpiryWatch({
    clock,
    now: serverTime,
    ahead: AGENT_AHEAD,
    onNear: (at) =>
      options.notices.put(
        'agent',
        'warning',
        `The agent's approval runs out on ${dayOf(at)}`,
        'Rotate the agent key in Account before then; orders are refused without an approved agent.',
      ),
    onOver: () => {
      options.notices.clear('agent')
      changed()
    },
    onFar: () => options.notices.clear('agent'),
  })
  const families = createFamilyWatch({ service, clock, log, onChange: changed })
  const stopBrowser = options.browser?.onChange(changed)
  const address = (): Address | null => self?.wallet ?? null

  async function reload(): Promise<void> {
    if (stopped) return
    generation += 1
    const mine = generation
    retry?.()
    retry = null
    try {
      await loadSecrets(mine)
    } catch (error) {
      log.error({ err: error }, 'the secrets could not be read')
      if (mine === generation) signOut(`The keychain could not be read: ${wordsOf(error)}`)
      return
    }
    if (mine !== generation) return
    void families.probe()
    await readConfig(mine)
    if (mine === generation) await readSelf(mine)
  }

  async function loadSecrets(mine: number): Promise<void> {
    const account = (kind: string): string => `${profile.name}/${kind}`
    const [storedToken, storedWallet, storedAgent] = await Promise.all([
      options.practice?.accessToken ?? secrets.get(account('access-token')),
      options.practice?.walletKey ?? secrets.get(account('wallet-key')),
      secrets.get(account('agent-key')),
    ])
    let made: Secret | null = null
    if (storedToken !== null && storedAgent === null && !forgotten) {
      made = generateAgentKey()
      await secrets.set(account('agent-key'), made)
    }
    if (mine !== generation) return
    token = storedToken
    expired = false
    walletKey = storedWallet
    agentKey = storedAgent ?? made
  }

  async function readConfig(mine: number): Promise<void> {
    try {
      const read = await service.runtimeConfig()
      configLog.worked()
      if (mine === generation) config = read
    } catch (error) {
      configLog.failed(error)
    }
  }

  async function readSelf(mine: number): Promise<void> {
    if (token === null) return signOut(NO_TOKEN)
    let read: AccessSelf
    try {
      read = await service.accessSelf()
    } catch (error) {
      if (mine === generation) selfFailed(error)
      return
    }
    if (mine !== generation) return
    if (self?.wallet !== read.wallet) options.browser?.cancel()
    self = read
    options.notices.clear('signed-out')
    // The practice venue's token is renewed by itself.
    if (options.practice === null) tokenWatch.set(tokenExpiry(token.reveal()))
    if (expired) return
    selfError = read.wallet === null ? 'This access token has no wallet; trading needs one with a wallet.' : null
    agent = agentState()
    changed()
    if (config === null) tryAgain()
    else if (read.access !== 'allowed' && config.waitlistEnabled) tryAgain(WAITLIST_EVERY)
    if (agent.state === 'missing' && profile.network === 'practice' && read.wallet !== null) void approve()
  }

  /** A token that is refused signs out; a service that cannot be reached leaves everything as it was, and is asked again. */
  function selfFailed(error: unknown): void {
    if (error instanceof ServiceError && (error.status === 401 || error.kind === 'signed_out')) {
      signOut(error.message)
      return
    }
    selfError = wordsOf(error)
    changed()
    tryAgain()
  }

  function tryAgain(after = RETRY): void {
    retry?.()
    retry = clock.after(after, () => void reload())
  }

  /** Keys and token stay where they are: only what they stand for is not known any more. */
  function signOut(reason: string): void {
    if (self !== null) {
      options.browser?.cancel()
      const back = 'Nothing that is open or typed is lost: import an access token in Account to go on.'
      options.notices.put('signed-out', 'error', 'Signed out', `${reason} ${back}`)
    }
    self = null
    selfError = reason
    candidate = null
    agent = MISSING('Nobody is signed in.')
    changed()
  }

  /** What is known of the agent wallet without asking the service. */
  function agentState(): AgentView {
    const wallet = address()
    if (agentKey === null || wallet === null) return MISSING('There is no agent key yet. Approving makes one.')
    const own = addressOf(agentKey)
    const record = records.read(profile.name)
    if (record === null || record.agent !== own || record.wallet !== wallet) {
      const reachable = walletKey !== null || options.browser !== null
      const reason = reachable
        ? 'The agent wallet is not approved yet.'
        : 'The agent wallet is not approved, and there is no wallet key to approve it with.'
      return MISSING(reason, own)
    }
    return { state: 'approved', address: own, expiresAt: record.expiresAt }
  }

  /** An approval that has run out shows as missing; the service's refusal brings the new one. */
  function agentView(): AgentView {
    if (agent.state !== 'approved' || agent.expiresAt === null) return agent
    const now = serverTime()
    const over = now !== null && now >= agent.expiresAt
    return over ? MISSING('The approval of the agent wallet has expired.', agent.address) : agent
  }

  async function approve(onStep?: (step: ApprovalStep) => Promise<void>): Promise<ApprovalOutcome> {
    if (onStep === undefined && approving !== null) return approving
    const before: Promise<unknown> = approving ?? Promise.resolve()
    const mine: Promise<ApprovalOutcome> = before.then(() => runApproval(onStep ?? (async () => {})))
    approving = mine
    const outcome = await mine
    if (approving === mine) approving = null
    return outcome
  }

  async function runApproval(onStep: (step: ApprovalStep) => Promise<void>): Promise<ApprovalOutcome> {
    const wallet = address()
    if (wallet === null) {
      return { kind: 'refused', refusal: { code: 'signed_out', message: selfError ?? NO_TOKEN, field: null } }
    }
    const key = await keyToApprove()
    const own = addressOf(key)
    agent = { state: 'approving', address: own }
    changed()
    let outcome: ApprovalOutcome
    let expiresAt: Millis | null = null
    try {
      outcome = await approveAgent({
        service,
        agent: own,
        wallet,
        signer: userSigner(),
        onStep,
        approved: (until) => {
          expiresAt = until
        },
      })
    } catch (error) {
      outcome = { kind: 'refused', refusal: { code: 'internal', message: wordsOf(error), field: null } }
    }
    await approvalEnded(key, wallet, outcome, expiresAt)
    return outcome
  }

  /** The key in the keychain where there is one; else the trader's browser wallet. */
  const userSigner = (): UserSigner | null => (walletKey === null ? options.browser : keySigner(walletKey))

  /** The new key of a rotation, or the present one, or the first one. Kept before anything is asked of the service. */
  async function keyToApprove(): Promise<Secret> {
    const key = candidate ?? agentKey ?? generateAgentKey()
    if (candidate === null && agentKey === null) {
      agentKey = key
      forgotten = false
      await secrets.set(`${profile.name}/agent-key`, key)
    }
    return key
  }

  async function approvalEnded(
    key: Secret,
    wallet: Address,
    outcome: ApprovalOutcome,
    expiresAt: Millis | null,
  ): Promise<void> {
    const rotated = candidate === key
    if (rotated) candidate = null
    if (outcome.kind === 'approved') {
      if (rotated) {
        agentKey = key
        await secrets.set(`${profile.name}/agent-key`, key)
      }
      remember({ wallet, agent: addressOf(key), expiresAt })
      agent = agentState()
    } else {
      log.warn({ agent: addressOf(key), code: outcome.refusal.code }, 'the agent wallet was not approved')
      const reason = outcome.refusal.message
      // A rotation that fails leaves the agent before it as it was.
      const before = agentState()
      const keeps = rotated && before.state === 'approved'
      agent = keeps || self === null ? before : { state: 'failed', address: addressOf(key), reason }
    }
    changed()
  }

  /** An approval that cannot be written down is only asked for once more after a restart. */
  function remember(record: Parameters<AgentRecords['save']>[1]): void {
    try {
      records.save(profile.name, record)
    } catch (error) {
      log.error({ err: error }, 'the approval of the agent wallet could not be remembered')
      options.notices.put('agents-file', 'warning', 'The agent could not be remembered', wordsOf(error))
    }
  }

  function view(): SessionView {
    const { name, network, baseUrl } = profile
    return {
      version: options.version,
      profile: { name, network, baseUrl },
      identity: self,
      identityError: selfError,
      token: token === null ? null : { expiresAt: tokenExpiry((accessToken() ?? token).reveal()) },
      waitlist: config?.waitlistEnabled ?? null,
      agent: agentView(),
      walletKey: ownerOf(walletKey),
      walletRequest: options.browser?.pending() ?? null,
      profiles: options.profiles(),
      keychain: options.keychain(),
      features: featuresOf(profile, config, families.current()),
      host: options.host,
    }
  }

  const accessToken = (): Secret | null => (expired ? null : (options.practice?.accessToken ?? token))

  return {
    reload,
    stop() {
      stopped = true
      generation += 1
      retry?.()
      retry = null
      families.stop()
      tokenWatch.stop()
      agentWatch.stop()
      stopBrowser?.()
      options.browser?.cancel()
      for (const key of ['token', 'agent', 'signed-out']) options.notices.clear(key)
    },
    accessToken,
    beginRotation() {
      if (address() === null) throw new Error(selfError ?? NO_TOKEN)
      candidate ??= generateAgentKey()
    },
    async forgetAgent() {
      await secrets.delete(`${profile.name}/agent-key`)
      agentKey = null
      candidate = null
      forgotten = true
      remember(null)
      if (self !== null) agent = agentState()
      changed()
    },
    view,
    address,
    reason: () => (address() === null ? selfError : null),
    approve,
    sign(prepared: PreparedAction): Promise<Hex> {
      if (agentKey === null) throw new Error('There is no agent key to sign with. Approve one in Account.')
      const message = prepared.agentMessage as unknown as AgentMessage
      return signAgentAction({ privateKey: agentKey, domain: profile.agentDomain, message })
    },
    async signAsUser(action: UserAction): Promise<Hex> {
      const wallet = address()
      if (wallet === null) throw new Error(selfError ?? NO_TOKEN)
      const signer = userSigner()
      if (signer === null) throw new Error('There is no wallet key to sign with. Import one from the clipboard.')
      const { domain, types, primaryType, message } = action
      const words = primaryType.replace(/^.*:/, '').replace(/([a-z])([A-Z])/g, '$1 $2')
      return signer.sign({
        typedData: { domain, types, primaryType, message },
        signer: wallet,
        title: `Sign: ${words}`,
        fields: fieldsOf(message),
      })
    },
    unauthorized() {
      if (rechecking || self === null) return
      rechecking = true
      void readSelf(generation).finally(() => {
        rechecking = false
      })
    },
    onChange: listeners.on,
    topics: topicOf('session', view, listeners.on),
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The wallet a key belongs to; null for text that is no key. */
function ownerOf(walletKey: Secret | null): Address | null {
  try {
    return walletKey === null ? null : addressOf(walletKey)
  } catch {
    return null
  }
}

/** `14:05 UTC` */
const timeOfDay = (at: Millis): string => `${new Date(at).toISOString().slice(11, 16)} UTC`
/** `2026-11-24 14:05 UTC` */
const dayOf = (at: Millis): string => `${new Date(at).toISOString().slice(0, 10)} ${timeOfDay(at)}`
