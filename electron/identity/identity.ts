/** Who the trader is, and the keys that sign for them. Keys stay in here: others get addresses and signatures. */
import type { AccessSelf } from '../../contract/account.ts'
import type { Address, Hex } from '../../contract/address.ts'
import type { AgentView, KeychainView, SessionView } from '../../contract/session.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { TopicSource } from '../feed/topic-source.ts'
import type { Log } from '../log.ts'
import type { Secret } from '../secrets/index.ts'
import { ServiceError } from '../service/errors.ts'
import type { PreparedAction, RuntimeConfig, TradingService } from '../service/interface.ts'
import { type AgentMessage, addressOf, generateAgentKey, signAgentAction } from '../signing/index.ts'
import type { ApprovalOutcome, ApprovalStep, TradingIdentity } from '../trading/index.ts'
import { approveAgent } from './agent-approval.ts'
import { featuresOf } from './features.ts'

/** Where secrets are kept; accounts are `<profile name>/access-token`, `/wallet-key` and `/agent-key`. */
export interface SecretAccounts {
  get(account: string): Promise<Secret | null>
  set(account: string, secret: Secret): Promise<void>
}

/** What is remembered of an approval over restarts; nothing of it is secret. */
export interface AgentRecord {
  readonly wallet: Address
  readonly agent: Address
  readonly expiresAt: Millis | null
}

export interface AgentRecords {
  read(profile: string): AgentRecord | null
  save(profile: string, record: AgentRecord): void
}

export interface IdentityOptions {
  readonly service: Pick<
    TradingService,
    'profile' | 'accessSelf' | 'runtimeConfig' | 'prepareAgentApproval' | 'submitAgentApproval'
  >
  readonly secrets: SecretAccounts
  readonly records: AgentRecords
  readonly clock: Clock
  /** Service time minus the terminal's, ms. */
  readonly clockOffset: () => number
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
  /** For the HTTP client and the WebSocket. */
  accessToken(): Secret | null
  view(): SessionView
  /** Topic `session`. */
  readonly topics: TopicSource
}

const NO_TOKEN = 'No access token. Import one from the clipboard.'
/** Between tries to read who the trader is while the service cannot be reached, ms. */
const RETRY = 3_000

export function createIdentity(options: IdentityOptions): Identity {
  const { service, secrets, records, clock, log } = options
  const { profile } = service
  const listeners = new Set<() => void>()

  let token: Secret | null = options.practice?.accessToken ?? null
  let walletKey: Secret | null = options.practice?.walletKey ?? null
  let agentKey: Secret | null = null
  let self: AccessSelf | null = null
  let selfError: string | null = 'The access token has not been read yet.'
  let config: RuntimeConfig | null = null
  let agent: AgentView = { state: 'missing', reason: 'Nobody is signed in.' }
  let retry: Cancel | null = null
  let generation = 0
  let approving: Promise<ApprovalOutcome> | null = null
  let rechecking = false

  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const address = (): Address | null => self?.wallet ?? null

  async function reload(): Promise<void> {
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
    await readConfig(mine)
    await readSelf(mine)
  }

  async function loadSecrets(mine: number): Promise<void> {
    const account = (kind: string): string => `${profile.name}/${kind}`
    const [storedToken, storedWallet, storedAgent] = await Promise.all([
      options.practice?.accessToken ?? secrets.get(account('access-token')),
      options.practice?.walletKey ?? secrets.get(account('wallet-key')),
      secrets.get(account('agent-key')),
    ])
    let made: Secret | null = null
    if (storedToken !== null && storedAgent === null) {
      made = generateAgentKey()
      await secrets.set(account('agent-key'), made)
    }
    if (mine !== generation) return
    token = storedToken
    walletKey = storedWallet
    agentKey = storedAgent ?? made
  }

  async function readConfig(mine: number): Promise<void> {
    try {
      const read = await service.runtimeConfig()
      if (mine === generation) config = read
    } catch (error) {
      log.warn({ err: error }, 'the runtime configuration could not be read')
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
    self = read
    selfError = read.wallet === null ? 'This access token has no wallet; trading needs one with a wallet.' : null
    agent = agentState()
    changed()
    if (config === null) tryAgain()
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

  function tryAgain(): void {
    retry?.()
    retry = clock.after(RETRY, () => void reload())
  }

  /** Keys and token stay where they are: only what they stand for is not known any more. */
  function signOut(reason: string): void {
    self = null
    selfError = reason
    agent = { state: 'missing', reason: 'Nobody is signed in.' }
    changed()
  }

  /** What is known of the agent wallet without asking the service. */
  function agentState(): AgentView {
    const wallet = address()
    if (agentKey === null || wallet === null) return { state: 'missing', reason: 'There is no agent key yet.' }
    const own = addressOf(agentKey)
    const record = records.read(profile.name)
    if (record === null || record.agent !== own || record.wallet !== wallet) {
      const reason =
        walletKey === null
          ? 'The agent wallet is not approved, and there is no wallet key to approve it with.'
          : 'The agent wallet is not approved yet.'
      return { state: 'missing', reason }
    }
    return { state: 'approved', address: own, expiresAt: record.expiresAt }
  }

  /** An approval that has run out shows as missing; the service's refusal brings the new one. */
  function agentView(): AgentView {
    if (agent.state !== 'approved' || agent.expiresAt === null) return agent
    const expired = clock.now() + options.clockOffset() >= agent.expiresAt
    return expired ? { state: 'missing', reason: 'The approval of the agent wallet has expired.' } : agent
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
    if (wallet === null || agentKey === null) {
      return { kind: 'refused', refusal: { code: 'signed_out', message: selfError ?? NO_TOKEN, field: null } }
    }
    const own = addressOf(agentKey)
    agent = { state: 'approving', address: own }
    changed()
    let outcome: ApprovalOutcome
    try {
      outcome = await approveAgent({
        service,
        agent: own,
        wallet,
        walletKey,
        onStep,
        approved: (expiresAt) => {
          records.save(profile.name, { wallet, agent: own, expiresAt })
          agent = { state: 'approved', address: own, expiresAt }
        },
      })
    } catch (error) {
      outcome = { kind: 'refused', refusal: { code: 'internal', message: wordsOf(error), field: null } }
    }
    if (outcome.kind !== 'approved') {
      agent = { state: 'failed', address: own, reason: outcome.refusal.message }
      log.warn({ agent: own, code: outcome.refusal.code }, 'the agent wallet was not approved')
    }
    changed()
    return outcome
  }

  function view(): SessionView {
    const { name, network, baseUrl } = profile
    return {
      version: options.version,
      profile: { name, network, baseUrl },
      identity: self,
      identityError: selfError,
      agent: agentView(),
      keychain: options.keychain(),
      features: featuresOf(profile, config),
      host: options.host,
    }
  }

  const onChange = (listener: () => void): Cancel => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    reload,
    stop() {
      generation += 1
      retry?.()
      retry = null
    },
    accessToken: () => token,
    view,
    address,
    reason: () => (address() === null ? selfError : null),
    approve,
    sign(prepared: PreparedAction): Promise<Hex> {
      if (agentKey === null) throw new Error('There is no agent key to sign with.')
      const message = prepared.agentMessage as unknown as AgentMessage
      return signAgentAction({ privateKey: agentKey, domain: profile.agentDomain, message })
    },
    unauthorized() {
      if (rechecking || self === null) return
      rechecking = true
      void readSelf(generation).finally(() => {
        rechecking = false
      })
    },
    onChange,
    topics: {
      kinds: ['session'],
      view: <T extends Topic>(topic: T) => (topic.kind === 'session' ? (view() as PayloadOf<T>) : undefined),
      onChange: (listener) => onChange(() => listener({ kind: 'session', asset: null })),
    },
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
