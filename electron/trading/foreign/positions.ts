/** Finds positions that are not what fills make of what they were when the terminal first saw them. Each change is told once. */
import type { Fill, Position } from '../../../contract/account.ts'
import { add, negate, type Size, signOf, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { FillRecords } from '../../records/index.ts'
import type { BaseLineStore, PositionBase, WalletAt, WalletSeen } from '../../storage/index.ts'
import { judgePosition } from './judge-position.ts'
import type { Own } from './own.ts'
import { isAtLiquidation, isTakenBack, newRun, type PositionRun, sawFill, sawOdd, sawPosition } from './position-run.ts'
import type { ForeignChange, ForeignPositions, Look } from './positions-interface.ts'
import { signed } from './trades.ts'

export interface ForeignPositionsOptions {
  readonly own: Pick<Own, 'isInDoubt' | 'isUnlisted' | 'hasConverted'>
  readonly fills: Pick<FillRecords, 'since' | 'knownSince' | 'newest' | 'syncedAt'>
  readonly store: BaseLineStore
  readonly walletAt: (account: string) => WalletAt
  /** Whether a fill was found to be another client's. */
  readonly isForeign: (fill: Fill) => boolean
  /** When the market of an asset ends, the service's time; null where that is not known. */
  readonly endOf: (position: Pick<Position, 'family' | 'asset'>) => Millis | null
  readonly markOf: (asset: string) => Position['markPx']
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Positions and fills may lag behind one another by so much, ms. */
const LAG = 10_000
/** A fill near the moment from which nothing was held may be on either side of it, ms. */
const NEAR = 60_000
const DAY = 86_400_000
/** A market has ended at its end, as far as two clocks agree on it, ms. */
const CLOCKS = 2_000
/** What is still held so long after its end, ms, belongs to a market that goes on. */
const SETTLED_WITHIN = 60_000
/** Fills of earlier runs whose assets are looked at. */
const RECENT = 500

export function createForeignPositions(options: ForeignPositionsOptions): ForeignPositions {
  const { own, fills, store, walletAt, isForeign, clock } = options
  let account = ''
  let bases = new Map<string, PositionBase>()
  const runs = new Map<string, PositionRun>()
  /** Assets in which fills were listed: what they made may be gone before any read shows it. */
  const traded = new Set<string>()

  function keep(base: PositionBase): void {
    store.keepBase(walletAt(account), base)
    bases.set(base.asset, base)
  }

  const fillsAfter = (asset: string, mark: number): readonly Fill[] =>
    fills.since(mark + 1).rows.filter((fill) => fill.asset === asset)

  /** A moment after which no fill is listed that happened before it, whatever the clocks say: the newest, or one long ago. */
  const markOf = (began: number, newest: Fill | undefined): number => {
    const known = fills.knownSince()
    return Math.max(began - DAY, newest?.time ?? 0, Number.isFinite(known) ? known : 0)
  }

  function runOf(base: PositionBase, position: Position | undefined): PositionRun {
    const { asset, mark } = base
    const now = clock.monotonic()
    const size = position?.size ?? ZERO
    const run = runs.get(asset) ?? newRun(base, { size, now, fills: fillsAfter(asset, mark), isForeign })
    runs.set(asset, run)
    sawPosition(run, position, options.markOf(asset), now)
    return run
  }

  /** From now on fills are counted from the position as it is. */
  function adopt(base: PositionBase, run: PositionRun, began: number): void {
    const { asset } = base
    const isGone = signOf(run.size) === 0
    const newest = fills.since(base.mark).rows.find((fill) => fill.asset === asset)
    const mark = Math.max(base.mark, markOf(began, newest))
    const liquidationPx = run.held?.liquidationPx ?? null
    const foreign = isGone ? ZERO : add(base.foreign, run.foreign)
    keep({ ...base, size: run.size, foreign, mark, liquidationPx, isAdopting: false, end: isGone ? null : base.end })
    runs.set(asset, { ...run, mark, filled: ZERO, foreign: ZERO, odd: null })
  }

  /** What it is from now on has to be found first. */
  function anew(base: PositionBase, run: PositionRun): void {
    keep({
      ...base,
      size: run.size,
      foreign: signOf(run.size) === 0 ? ZERO : base.foreign,
      isAdopting: true,
      end: null,
    })
    run.odd = null
  }

  function lookAt(read: Look, wallet: WalletSeen, asset: string, position: Position | undefined): ForeignChange | null {
    const { began } = read
    const base = bases.get(asset) ?? unheld(asset, wallet.mark)
    const run = runOf(base, position)
    const now = clock.monotonic()
    const unexplained = sawOdd(run, base, now)
    const isSynced = fills.syncedAt() >= read.beganHere
    const isQuiet = isSynced && now - run.quietSince >= LAG
    const isLasting = run.odd !== null && run.odd.reads >= 2 && now - run.odd.since >= LAG
    const verdict = judgePosition({
      isNone: signOf(run.size) === 0,
      isGone: run.wasHeld || isLasting,
      unexplained,
      isAdopting: base.isAdopting,
      isQuiet,
      isComplete: fills.knownSince() <= base.mark,
      hasOtherCause:
        (base.end !== null && base.end <= began) ||
        run.held?.isReached === true ||
        (position?.family === 'outcome' && own.hasConverted(account, base.mark)) ||
        (run.odd !== null && !bases.has(asset) && isNear(base)),
      isCertain: isSynced && isLasting && !own.isInDoubt(account, asset) && !own.isUnlisted(account, asset, began),
    })
    switch (verdict) {
      case 'adopt':
        adopt(base, run, began)
        return null
      case 'anew':
        anew(base, run)
        return null
      case 'explained':
        explained(base, run, { position, began, isQuiet })
        return null
      case 'open':
        return null
      case 'foreign': {
        keep({ ...base, size: add(base.size, unexplained), foreign: add(base.foreign, unexplained) })
        run.odd = null
        if (isTakenBack(run, unexplained)) return null
        run.told = { at: began, late: ZERO }
        return { asset, size: run.size, by: unexplained }
      }
    }
  }

  function explained(
    base: PositionBase,
    run: PositionRun,
    { position, began, isQuiet }: { position: Position | undefined; began: number; isQuiet: boolean },
  ): void {
    const isEnding = base.end !== null && base.end <= began && began < base.end + SETTLED_WITHIN
    /** The asset's next turn may have begun before it is settled. */
    const end = position === undefined ? null : isEnding ? base.end : (options.endOf(position) ?? base.end)
    const isGone = signOf(run.size) === 0
    if (isGone) run.wasHeld = false
    const foreign = isGone ? negate(run.foreign) : base.foreign
    const next = { ...base, end, foreign }
    const isOld = signOf(run.filled) !== 0 || began - base.mark > 2 * DAY
    if (isQuiet && isOld) adopt(next, run, began)
    else if (end !== base.end || signOf(add(foreign, negate(base.foreign))) !== 0) keep(next)
  }

  const isNear = ({ asset, mark }: PositionBase): boolean =>
    fillsAfter(asset, mark - NEAR).some(({ time }) => time - mark <= NEAR)

  return {
    sawNew(news) {
      for (const fill of news) {
        traded.add(fill.asset)
        const run = runs.get(fill.asset)
        if (run !== undefined) sawFill(run, fill, clock.monotonic())
      }
    },
    sawForeign(found) {
      for (const fill of found) {
        const run = runs.get(fill.asset)
        if (run !== undefined && fill.time > run.mark) run.foreign = add(run.foreign, signed(fill))
      }
    },
    begin(read) {
      const mark = markOf(read.began, fills.newest(1)[0])
      for (const { asset, size } of read.positions) keep({ ...unheld(asset, mark), size, isAdopting: true })
      const wallet: WalletSeen = { since: Math.max(read.began, (fills.newest(1)[0]?.time ?? 0) + 1), mark }
      store.keepWallet(walletAt(account), wallet)
      return wallet
    },
    look(read, wallet) {
      const held = new Map(read.positions.map((position) => [position.asset, position]))
      const assets = new Set([...held.keys(), ...bases.keys(), ...traded])
      return [...assets].flatMap((asset) => lookAt(read, wallet, asset, held.get(asset)) ?? [])
    },
    isInDoubt: () =>
      [...runs.values()].some(({ odd }) => odd !== null) || [...bases.values()].some(({ isAdopting }) => isAdopting),
    parts() {
      const parts: Record<string, Size> = {}
      for (const [asset, { size, foreign }] of runs) {
        const part = trimZeros(add(bases.get(asset)?.foreign ?? ZERO, foreign))
        if (signOf(size) !== 0 && signOf(part) !== 0) parts[asset] = part
      }
      return parts
    },
    isAtLiquidation(fill) {
      const run = runs.get(fill.asset)
      return run !== undefined && isAtLiquidation(run, fill)
    },
    isSettlement({ asset, oid, time }) {
      const end = bases.get(asset)?.end ?? null
      return oid === null && end !== null && time >= end - CLOCKS
    },
    reset(next) {
      account = next
      runs.clear()
      traded.clear()
      bases = new Map(store.bases(walletAt(next)).map((base) => [base.asset, base]))
      for (const { asset } of fills.newest(RECENT)) traded.add(asset)
    },
  }
}

/** An asset of which nothing is kept. */
const unheld = (asset: string, mark: number): PositionBase => ({
  asset,
  size: ZERO,
  mark,
  isAdopting: false,
  foreign: ZERO,
  end: null,
  liquidationPx: null,
})
