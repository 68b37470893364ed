/** A stop or target that would be set on what is held, over the foot of the window: Enter sets it, Esc drops it. */

import { type ReactNode, useEffect, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { absolute, compare, type Price, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import type { Ticker } from '../../contract/market.ts'
import { closeDistanceWords } from '../../contract/protection.ts'
import { TerminalFailure, useCall, wordsOf } from '../bridge/index.ts'
import { NO_EXITS, readExits } from '../exit-plan/index.ts'
import { priceWords, useFormat } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import type { ReadPrice } from '../markets/hand/index.ts'
import { sideHeld } from '../positions/index.ts'
import { useAccount, useCloseDistances } from '../queries/index.ts'
import { heldWords } from './closing.ts'
import { type Deed, dropDeed, type ShownDeed } from './deed.ts'
import { exitMoved, exitPriceAway } from './exit-price.ts'
import { type ExitWork, exitWork, workKey } from './exit-work.ts'
import { LineFrame } from './line-frame.tsx'
import { lineView } from './line-view.ts'
import { changeOf } from './preview-keys.ts'
import { type ExitAnswer, exitBegan, exitOver, exitTaken, standsAfter } from './sent-exits.ts'
import { typedWords } from './typed-words.ts'
import { type Hand, useHand } from './use-hand.ts'
import { useHeldExits } from './use-held-exits.ts'
import { useLine } from './use-line.ts'

/** That it is set is shown for so long; Positions has it for good. */
const SHOWN_MS = 8000

type Exit = Extract<Deed, { kind: 'exit' }>

type State =
  | { readonly at: 'shown' }
  /** `work`: what was sent, whatever is held by now. */
  | { readonly at: 'sending' | 'set'; readonly work: ExitWork }
  /** `asks`: it could not act for as long as the market trades; the next Enter sets it all the same. */
  | { readonly at: 'refused'; readonly words: string; readonly asks: boolean }

export function ExitLine({ shown, exit }: { readonly shown: ShownDeed; readonly exit: Exit }): ReactNode {
  const { id, market } = shown
  const call = useCall()
  const { clock } = useMarketData()
  const format = useFormat()
  const { instrument, hand } = useHand(market)
  const asset = instrument?.asset ?? null
  const ticker = useTopic(asset === null ? null : { kind: 'ticker', asset })
  const account = useAccount().data
  const closes = useCloseDistances()
  const position = account?.positions.find((one) => one.asset === asset)
  const [state, setState] = useState<State>({ at: 'shown' })
  /** One request, however often it is tried. */
  const [request] = useState(() => crypto.randomUUID())
  // It lies over rows of a ladder.
  const isSet = state.at === 'set'
  useEffect(() => (isSet ? clock.after(SHOWN_MS, () => dropDeed(id)) : undefined), [isSet, clock, id])
  const tick = instrument?.tick ?? null
  /** Fixed as it is first shown; afterwards only the trader changes it. */
  const [fixedOf, setFixed] = useState<Fixed | null>(null)
  const fixed = fixedOf?.price ?? null
  const held = useHeldExits(asset, id)
  const work =
    position === undefined || held === undefined || ticker === undefined
      ? null
      : exitWork(exit.role, position, held, ticker.mark)
  const key = work === null ? null : workKey(work)
  const read = work === null ? null : readOf(exit, { hand, ticker, position, tick, work })
  const first = read === null || 'issue' in read ? null : read.price
  const price = fixed ?? first
  useEffect(() => {
    if (fixed === null && first !== null && asset !== null && key !== null) setFixed({ asset, price: first, key })
  }, [fixed, first, asset, key])
  const isOther = fixedOf !== null && fixedOf.key !== key
  const plan =
    position === undefined || price === null ? null : planOf(exit.role, price, position, ticker?.mark ?? null, tick)
  const issue =
    fixedOf !== null && asset !== fixedOf.asset
      ? `The market is ${asset ?? 'closed'} now, not ${fixedOf.asset}: start again.`
      : account === undefined || (read === null && position !== undefined)
        ? WAITING
        : position === undefined || signOf(position.size) === 0
          ? 'Nothing is held in this market: there is nothing to protect.'
          : fixed === null && read !== null && 'issue' in read
            ? read.issue
            : work?.does === 'nothing'
              ? work.why
              : (plan?.issue ?? null)
  const stands = work?.does === 'move' && price !== null && compare(work.from, price) === 0
  const line = useLine({
    onDrop: () => dropDeed(id),
    onKey(event) {
      const change = changeOf(event, market)
      if (change?.kind !== 'price' || price === null || position === undefined) return false
      if (fixedOf !== null && fixedOf.asset !== position.asset) return false
      if (state.at !== 'shown' && state.at !== 'refused') return false
      // What Enter does stays as it was first shown: another thing is shown first.
      const moved = exitMoved(price, change.ticks, tick, position.family)
      setFixed((before) => (before === null ? null : { ...before, price: moved }))
      setState({ at: 'shown' })
      return true
    },
    onEnter() {
      if (state.at === 'sending') return
      const refuse = (words: string): void => setState({ at: 'refused', words, asks: false })
      if (issue !== null || plan === null || price === null || position === undefined || work === null) {
        return refuse(issue ?? WAITING)
      }
      if (fixedOf === null || isOther) {
        if (fixedOf !== null && key !== null) setFixed({ ...fixedOf, key })
        return refuse('What protects the position has changed meanwhile: this is what Enter would do now.')
      }
      if (stands) return refuse(`It stands at ${priceWords(price)} already: ↑ ↓ move it.`)
      const acceptsUntil = state.at === 'refused' && state.asks
      setState({ at: 'sending', work })
      exitBegan(id, position.asset)
      line.begin()
      const send = (): Promise<ExitAnswer> => {
        switch (work.does) {
          case 'move':
            return call('moveConditional', { id: work.id, trigger: price })
          case 'add':
            return call('addExit', { plan: work.plan, kind: exit.role, price, percent: work.percent })
          default:
            return call('setExitPlan', {
              ...{ requestId: request, asset: position.asset, position: sideHeld(position), entry: null, name: null },
              ...{ covers: null, source: 'mark', terms: plan.terms, acceptsUntil },
              protection: closes[position.family],
            })
        }
      }
      send().then(
        (answer) => {
          const asked = { ...{ role: exit.role, work, price, position, answer }, terms: plan.terms, plan: request }
          exitTaken(id, standsAfter(asked, held ?? []), work)
          setState({ at: 'set', work })
          line.leave()
        },
        (error: unknown) => {
          exitOver(id)
          const asks = error instanceof TerminalFailure && error.code === 'acts_until'
          setState({ at: 'refused', words: wordsOf(error), asks })
          line.again()
        },
      )
    },
  })
  const name = exit.role === 'stop' ? 'Stop' : 'Target'
  const second = instrument === null || price === null ? '' : (lineView(instrument, format).second(price) ?? '')
  const shownPrice = price !== null ? priceWords(price) : exit.price.kind === 'typed' ? typedWords(exit.price) : '…'
  const seen = state.at === 'sending' || state.at === 'set' ? state.work : work
  const from = seen?.does === 'move' ? seen.from : null
  return (
    <LineFrame
      line={line}
      label={`Preview of a ${exit.role}`}
      lead={`${name} ${from === null ? 'at' : `${priceWords(from)} →`} ${shownPrice}${second === '' ? '' : ` (${second})`}`}
      market={instrument?.title ?? ''}
      terms={position === undefined || seen === null ? '' : termsOf(exit.role, seen, position, closes)}
      said={
        state.at === 'set'
          ? `It is ${from === null ? 'set' : 'moved'}. Positions shows it.`
          : state.at === 'sending'
            ? `${from === null ? 'Setting' : 'Moving'}…`
            : issue === WAITING
              ? WAITING
              : `${from === null ? 'Enter sets it, ↑ ↓ move it' : '↑ ↓ say where to, Enter moves it'}. Held by this terminal: it works only while it runs. Esc drops it.`
      }
      wrong={
        state.at === 'set' || state.at === 'sending'
          ? null
          : state.at === 'refused'
            ? `${state.words}${state.asks ? ' Enter again sets it all the same.' : ''}`
            : issue === WAITING
              ? null
              : issue
      }
      onClose={state.at === 'set' ? () => dropDeed(id) : null}
    />
  )
}

/** As it is first shown: the price, which afterwards the trader alone changes, and what Enter does with it. */
interface Fixed {
  readonly asset: string
  readonly price: Price
  readonly key: string
}

interface ReadBy {
  readonly hand: Hand['hand']
  readonly ticker: Ticker | undefined
  readonly position: Position | undefined
  readonly tick: Price | null
  readonly work: ExitWork
}

/** Its price as it is asked for; null while there is nothing to make one of. */
function readOf({ role, price }: Exit, { hand, ticker, position, tick, work }: ReadBy): ReadPrice | null {
  if (hand === null || ticker === undefined) return null
  if (price.kind === 'typed') return hand.readPrice(price)
  if (position === undefined) return null
  // One that stands is moved from where it stands.
  if (work.does === 'move') return { price: work.from }
  const { family } = position
  const at = exitPriceAway(role, { family, side: sideHeld(position), mark: ticker.mark, tick })
  return at === null ? { issue: 'There is no price to begin at: write one, as in stop 571.5.' } : { price: at }
}

const WAITING = 'Waiting for the position and its price…'

/** What it closes, how, and which one it is. */
function termsOf(
  role: Exit['role'],
  work: ExitWork,
  position: Position,
  closes: ReturnType<typeof useCloseDistances>,
): string {
  if (work.does === 'nothing') return ''
  const { family } = position
  const whole = trimZeros(absolute(position.size))
  const much =
    compare(work.size, whole) >= 0 ? `all of ${heldWords(position)}` : `${work.size} of ${heldWords(position)}`
  switch (work.does) {
    case 'move':
      return `closes ${much}${work.among > 1 ? `; the nearest of ${work.among} ${role}s` : ''}`
    case 'add':
      return `closes ${much}; goes into its exit plan`
    case 'set':
      return `closes ${much} at market, ${closeDistanceWords(closes[family], family)}`
  }
}

/** One exit that closes all of a position, or what is wrong with its price. */
function planOf(role: Exit['role'], price: Price, position: Position, now: Price | null, tick: Price | null) {
  const texts =
    role === 'stop' ? { ...NO_EXITS, stop: price } : { ...NO_EXITS, targets: [{ level: price, share: '100' }] }
  const { terms, issues } = readExits(texts, {
    ...{ family: position.family, levels: 'price', unit: 'mark', shares: 'position' },
    ...{ side: sideHeld(position), now, tick, held: absolute(position.size) as Size },
  })
  return { terms, issue: [...issues.values()][0] ?? null }
}
