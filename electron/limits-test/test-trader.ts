/** One trader on the throw-away venue: a wallet made for this, and a whole deployment over it, of which feed, identity and trading run. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Order } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import { codeText } from '../../contract/action-code.ts'
import type { Address } from '../../contract/address.ts'
import { add, type Money, ZERO } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { TradingLimits } from '../../contract/limits.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { Clock } from '../../contract/time.ts'
import { createDeployment, type Deployment } from '../deployment/index.ts'
import { createSecretStore, Secret } from '../secrets/index.ts'
import { createTradingService, type DeploymentProfile } from '../service/index.ts'
import { TerminalSettings } from '../settings/index.ts'
import { addressOf, NonceAllocator } from '../signing/index.ts'
import type { Storage } from '../storage/index.ts'
import { Notices } from '../topics/index.ts'
import type { SubmittedBy } from '../trading/index.ts'
import { createBrowserSigner } from '../wallet/index.ts'
import type { VenueControl } from './venue-control.ts'

/** What became of an order that was asked for. */
export interface Came {
  /** `taken`: the venue took it, whatever became of it; `refused`: by the terminal; `rejected`: it went out, and the venue said no. */
  readonly as: 'taken' | 'refused' | 'rejected'
  readonly code: string | null
  readonly words: string | null
}

/** What goes with an order: the held work that it is for, or why a window may not send it. */
export type Asking = Pick<SubmittedBy, 'held' | 'refusal'>

export interface TestTrader {
  readonly address: Address
  /** Of its deployment. */
  readonly name: string
  readonly deployment: Pick<Deployment, 'trading' | 'feed'>
  /** Asks for an order as a window does, and waits until it is known what became of it. */
  order(intent: Intent, by?: Asking): Promise<Came>
  /** The orders of this trader that the venue has, the newest among them, by reads that nothing of the terminal under test answers. */
  received(): Promise<ReadonlySet<string>>
  /** What its fills cost in fees, USDC, by the same. */
  fees(): Promise<Money>
  /** Moves money to where shares are paid from; once. @throws Error in words where it does not come about */
  payForShares(): Promise<void>
  /** How many of its orders rest there, once nothing more comes of what was taken back. */
  resting(): Promise<number>
  /** Takes back all that rests. */
  clear(): Promise<void>
  stop(): void
}

interface TestTraderOptions {
  readonly profile: DeploymentProfile
  readonly limits: () => TradingLimits
  /** How the trader has everything else set, as of now. */
  readonly settings: () => Settings
  readonly storage: Storage
  readonly control: VenueControl
  /** That of the venue. */
  readonly clock: Clock
  /** What real time is waited by. */
  readonly machine: Pick<Clock, 'now' | 'monotonic' | 'after' | 'every'>
}

/** Play money: far more than the largest limits. */
const MONEY = { usdc: '1000000000', usdh: '1000000000' } as const
/** Of it, what shares are paid from. */
const FOR_SHARES = '500000000' as Money
/** How long anything here may take by the machine's clock, ms. */
const WITHIN = 15_000
const LOOK_EVERY = 4
const MOST_LOOKS = 200
const NEWEST = { limit: 500, before: null } as const

/** Waits until something is so. @throws Error that names `what` where it is not so in time. */
export function until(
  machine: Pick<Clock, 'monotonic' | 'after'>,
  what: string,
  isSo: () => boolean,
  within = WITHIN,
): Promise<void> {
  const ends = machine.monotonic() + within
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (isSo()) resolve()
      else if (machine.monotonic() >= ends) reject(new Error(`${what} did not come within ${within / 1000} s.`))
      else machine.after(LOOK_EVERY, look)
    }
    look()
  })
}

/** @throws Error in words when the trader could not be signed in. */
export async function createTestTrader(options: TestTraderOptions): Promise<TestTrader> {
  const { profile, limits, storage, control, clock, machine } = options
  const walletKey = new Secret(`0x${randomBytes(32).toString('hex')}`)
  const address = addressOf(walletKey)
  const accessToken = await control.session(address)
  await control.deposit(address, MONEY)
  const deployment = createDeployment({
    profile,
    keys: {
      // In memory alone: the keychain is the trader's own.
      secrets: createSecretStore({ clock, keychain: async () => inMemory() }),
      browser: createBrowserSigner({ clock, openExternal: async () => undefined, randomText: () => randomUUID() }),
      practice: { accessToken, walletKey },
      nonces: new NonceAllocator({ clock, store: storage.nonces }),
    },
    record: { storage, onStep: undefined },
    choices: { current: () => [], onChange: () => () => undefined, unattended: () => false },
    messages: {
      notices: new Notices(clock).of(profile.name),
      notifications: { feature: () => SILENT, show: () => undefined, beep: () => undefined },
      tellOutside: () => undefined,
    },
    settings: settingsWith(options.settings, limits),
    terminal: { version: '', host: 'electron' },
    clock,
    log: UNHEARD,
  })
  const { trading, feed, identity } = deployment
  const observer = createTradingService({
    ...{ profile, http: fetch, clock: machine, random: Math.random },
    token: () => accessToken,
  })
  try {
    feed.start()
    await identity.reload()
    await trading.resume()
    await until(machine, 'The approval of the agent', () => identity.view().agent.state === 'approved')
  } catch (error) {
    deployment.stop()
    throw error
  }

  let paid: Promise<void> | null = null
  async function order(intent: Intent, by: Asking = {}): Promise<Came> {
    const id = randomUUID()
    await trading.submit(id, intent, by)
    const known = () => trading.action(id)
    await until(machine, 'The end of an order', () => {
      const state = known()?.state
      return state !== undefined && (isFinal(state) || state === 'resting' || state === 'partly_filled')
    })
    const action = known()
    if (action === null || action === undefined) throw new Error('The order was not journalled.')
    const wasRefused = action.state === 'refused'
    const wasRejected = action.state === 'rejected'
    return {
      as: wasRefused ? 'refused' : wasRejected ? 'rejected' : 'taken',
      code: action.code === null || action.code === undefined ? null : codeText(action.code),
      words: action.message ?? null,
    }
  }

  async function openNow(): Promise<readonly Order[]> {
    return (await Promise.all([observer.openOrders(address), observer.openOutcomeOrders(address)])).flat()
  }

  async function resting(): Promise<number> {
    for (let turn = 0; ; turn += 1) {
      const { length } = await openNow()
      if (length === 0 || turn >= MOST_LOOKS) return length
      await new Promise<void>((resolve) => machine.after(LOOK_EVERY, resolve))
    }
  }

  return {
    address,
    name: profile.name,
    deployment,
    order,
    async received() {
      const [open, over] = await Promise.all([openNow(), observer.orderHistory(address, NEWEST)])
      return new Set([...open, ...over].map(({ oid }) => oid))
    },
    async fees() {
      const fills = await observer.fills(address, NEWEST)
      return fills.reduce<Money>((sum, { fee }) => add(sum, fee ?? ZERO), ZERO)
    },
    resting,
    payForShares() {
      paid ??= order({ kind: 'transfer', amount: FOR_SHARES }).then(({ as, words }) => {
        if (as !== 'taken') throw new Error(`No money came to where shares are paid from: ${words ?? ''}`)
      })
      return paid
    },
    async clear() {
      if ((await openNow()).length === 0) return
      await trading.cancelAll(randomUUID(), null)
      await resting()
    },
    stop: () => deployment.stop(),
  }
}

/** What goes wrong is told by the sheet: the log is for what the trader's own deployments do. */
const UNHEARD = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const SILENT = { on: false, reason: 'Nothing of the test is told outside of its sheet.' } as const

/** A keychain that nobody else sees, and that ends with the test. */
function inMemory(): { getPassword: Get; setPassword: Put; deletePassword: Drop } {
  const kept = new Map<string, string>()
  const key = (...of: string[]): string => of.join(' ')
  return {
    getPassword: async (service, account) => kept.get(key(service, account)) ?? null,
    setPassword: async (service, account, password) => void kept.set(key(service, account), password),
    deletePassword: async (service, account) => kept.delete(key(service, account)),
  }
}
type Get = (service: string, account: string) => Promise<string | null>
type Put = (service: string, account: string, password: string) => Promise<void>
type Drop = (service: string, account: string) => Promise<boolean>

/** The trader's settings with the limits that are tested: nothing of it is saved anywhere. */
function settingsWith(settings: () => Settings, limits: () => TradingLimits): TerminalSettings {
  return new TerminalSettings({
    readSettings: () => ({
      ...settings(),
      get limits() {
        return limits()
      },
    }),
    saveSettings: () => undefined,
  })
}
