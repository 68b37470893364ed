/** A stop or target that would be set on what is held, over the foot of the window: Enter sets it, Esc drops it. */
import { type ReactNode, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { absolute, type Price, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import { closeDistanceWords } from '../../contract/protection.ts'
import { TerminalFailure, useCall, wordsOf } from '../bridge/index.ts'
import { NO_EXITS, readExits } from '../exit-plan/index.ts'
import { useFormat } from '../format/index.ts'
import { useTopic } from '../market-data/index.ts'
import { axisOf } from '../markets/family/index.ts'
import { useAccount } from '../queries/index.ts'
import { type Deed, dropDeed, type ShownDeed } from './deed.ts'
import { FLATTEN_DISTANCES } from './flatten-line.tsx'
import { LineFrame } from './line-frame.tsx'
import { useHand } from './use-hand.ts'
import { useLine } from './use-line.ts'

type Exit = Extract<Deed, { kind: 'exit' }>

type State =
  | { readonly at: 'shown' | 'sending' | 'set' }
  /** `asks`: it could not act for as long as the market trades; the next Enter sets it all the same. */
  | { readonly at: 'refused'; readonly words: string; readonly asks: boolean }

export function ExitLine({ shown, exit }: { readonly shown: ShownDeed; readonly exit: Exit }): ReactNode {
  const { id, market } = shown
  const call = useCall()
  const format = useFormat()
  const { instrument, hand } = useHand(market)
  const asset = instrument?.asset ?? null
  const ticker = useTopic(asset === null ? null : { kind: 'ticker', asset })
  const account = useAccount().data
  const position = account?.positions.find((one) => one.asset === asset)
  const [state, setState] = useState<State>({ at: 'shown' })
  /** One request, however often it is tried. */
  const [request] = useState(() => crypto.randomUUID())
  const read = hand === null || ticker === undefined ? null : hand.readPrice(exit.price)
  const price = read === null || 'issue' in read ? null : read.price
  const plan =
    position === undefined || price === null
      ? null
      : planOf(exit.role, price, position, ticker?.mark ?? null, instrument?.tick ?? null)
  const issue =
    account === undefined || read === null
      ? WAITING
      : position === undefined || signOf(position.size) === 0
        ? 'Nothing is held in this market: there is nothing to protect.'
        : 'issue' in read
          ? read.issue
          : (plan?.issue ?? null)
  const line = useLine({
    onDrop: () => dropDeed(id),
    onKey: () => false,
    onEnter() {
      if (issue !== null || plan === null || position === undefined || state.at === 'sending') {
        setState({ at: 'refused', words: issue ?? WAITING, asks: false })
        return
      }
      const acceptsUntil = state.at === 'refused' && state.asks
      setState({ at: 'sending' })
      line.begin()
      call('setExitPlan', {
        ...{ requestId: request, asset: position.asset, position: sideOf(position), entry: null, name: null },
        ...{ covers: null, source: 'mark', terms: plan.terms, acceptsUntil },
        protection: FLATTEN_DISTANCES[position.family === 'scalar' ? 'scalar' : 'probability'],
      }).then(
        () => {
          setState({ at: 'set' })
          line.leave()
        },
        (error: unknown) => {
          const asks = error instanceof TerminalFailure && error.code === 'acts_until'
          setState({ at: 'refused', words: wordsOf(error), asks })
          line.again()
        },
      )
    },
  })
  const name = exit.role === 'stop' ? 'Stop' : 'Target'
  const second = instrument === null || price === null ? '' : axisOf(instrument, format).view().second(price)
  const family = position?.family === 'scalar' ? 'scalar' : 'binary'
  return (
    <LineFrame
      line={line}
      label={`Preview of a ${exit.role}`}
      lead={`${name} at ${price ?? exit.price.value}${second === '' || second === null ? '' : ` (${second})`}`}
      market={instrument?.title ?? ''}
      terms={
        position === undefined
          ? ''
          : `closes all of ${sideOf(position)} ${trimZeros(absolute(position.size))} at market, ${closeDistanceWords(
              FLATTEN_DISTANCES[family === 'scalar' ? 'scalar' : 'probability'],
              family,
            )}`
      }
      said={
        state.at === 'set'
          ? 'It is set. Positions shows it.'
          : state.at === 'sending'
            ? 'Setting…'
            : issue === WAITING
              ? WAITING
              : 'Enter sets it. Held by this terminal: it works only while it runs. Esc drops it.'
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

const WAITING = 'Waiting for the position and its price…'
const sideOf = ({ size }: Pick<Position, 'size'>): 'long' | 'short' => (signOf(size) < 0 ? 'short' : 'long')

/** One exit that closes all of a position, or what is wrong with its price. */
function planOf(role: Exit['role'], price: Price, position: Position, now: Price | null, tick: Price | null) {
  const texts =
    role === 'stop' ? { ...NO_EXITS, stop: price } : { ...NO_EXITS, targets: [{ level: price, share: '100' }] }
  const { terms, issues } = readExits(texts, {
    ...{ family: position.family, levels: 'price', unit: 'mark', shares: 'position' },
    ...{ side: sideOf(position), now, tick, held: absolute(position.size) as Size },
  })
  return { terms, issue: [...issues.values()][0] ?? null }
}
