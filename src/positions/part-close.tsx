/** Closes a part of a position: a share of it by one button, which shows its result beforehand, or a typed size. */

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { unrealised } from '../../contract/books/index.ts'
import {
  absolute,
  compare,
  type Decimal,
  multiply,
  negate,
  notNumber,
  type Price,
  parseTyped,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { heldPrice } from '../../contract/family-rules.ts'
import { MESSAGES as COMMON, positive } from '../../contract/messages.ts'
import { grouped, priceLabel, signedMoney } from '../format/index.ts'
import { useTopicValue } from '../market-data/index.ts'
import { FRACTIONS, feeOf, fractionOf } from '../trade-forms/index.ts'
import { Button, DecimalField, ignoreRepeat } from '../ui/index.ts'
import styles from './part-close.module.css'

interface Prices {
  readonly bid: Price | null
  readonly ask: Price | null
}

interface PartTerms {
  readonly position: Pick<Position, 'family' | 'size' | 'entryPx'>
  readonly part: Size
  readonly prices: Prices
  /** Null where it is unknown, or for another family. */
  readonly takerBps: Decimal | null
  readonly unit: string
}

/** The best price on the side of the closing order; null while none is known. */
const closingPrice = (size: Size, { bid, ask }: Prices): Price | null => (signOf(size) > 0 ? bid : ask)

/** The formatted figures of a part: its price, its fee where known, its result after that. */
interface PartFigures {
  readonly price: string
  readonly fee: string | null
  readonly gain: string
  readonly unit: string
}

/** Null without a price. */
function partFigures({ position, part, prices, takerBps, unit }: PartTerms): PartFigures | null {
  const price = closingPrice(position.size, prices)
  if (price === null) return null
  const size = signOf(position.size) > 0 ? part : negate(part)
  const gain = unrealised({ ...position, size }, price)
  const fee = takerBps === null ? null : feeOf(multiply(price, absolute(part)), takerBps)
  return {
    price: priceLabel(trimZeros(heldPrice(position, price))),
    fee: fee === null ? null : grouped(toPlaces(fee, 2, 'up')),
    gain: signedMoney(subtract(gain, fee ?? ZERO)),
    unit,
  }
}

/** `at ~553.10, fee 4.97 USDC, P&L + 7.43 USDC`, or `at ~553.10, P&L + 12.40 USDC before fees`; null without a price. */
export function partResult(terms: PartTerms): string | null {
  const figures = partFigures(terms)
  if (figures === null) return null
  const { price, fee, gain, unit } = figures
  return fee === null
    ? `at ~${price}, P&L ${gain} ${unit} before fees`
    : `at ~${price}, fee ${fee} ${unit}, P&L ${gain} ${unit}`
}

interface PartOf {
  readonly position: Pick<Position, 'asset' | 'family' | 'size' | 'entryPx'>
  /** Null where it is unknown, or for another family. */
  readonly takerBps: Decimal | null
  readonly unit: string
}

/** All terms except the closed size. */
export function usePartTerms({ position, takerBps, unit }: PartOf): Omit<PartTerms, 'part'> {
  const { asset } = position
  const ticker = useTopicValue({ kind: 'ticker', asset }, ({ bid, ask }) => `${bid ?? ''}/${ask ?? ''}`) ?? '/'
  const [bid = '', ask = ''] = ticker.split('/')
  return {
    position,
    prices: { bid: (bid || null) as Price | null, ask: (ask || null) as Price | null },
    takerBps,
    unit,
  }
}

interface PartCloseProps {
  readonly position: PartOf['position']
  /** The trader's fee rate; null where it is unknown, or for another family. */
  readonly takerBps: PartOf['takerBps']
  /** Its currency. */
  readonly unit: string
  /** The closed position, for the field's name. */
  readonly name: string
  /** Maximum decimals of the market's sizes. */
  readonly sizeDecimals: number
  readonly onClose: (size: Size, clicks: number) => void
  /** What was asked for shows in the position: the form has done its work. */
  readonly onDone: () => void
}

export function PartClose(props: PartCloseProps): ReactNode {
  const { position, takerBps, unit, name, sizeDecimals, onClose, onDone } = props
  const terms = usePartTerms({ position, takerBps, unit })
  const [text, setText] = useState('')
  /** The part of the last click: until another part is requested, further clicks have no effect. */
  const [sent, setSent] = useState<{ readonly part: Size; readonly held: Size } | null>(null)
  const held = absolute(position.size)
  // Not at the click: the rows below would move under the pointer.
  const isDone = sent !== null && compare(held, sent.held) < 0
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (isDone) done()
  }, [isDone])
  const issue = partIssue(text, held, sizeDecimals)
  const size = issue === null ? (parseTyped(text) as Size | null) : null
  const close = (part: Size, clicks: number): void => {
    onClose(part, clicks)
    setSent({ part, held })
    setText('')
  }
  const isTyped = text.trim() !== ''
  return (
    <div className={styles.part}>
      <p className={styles.result}>{priced(terms, held)}</p>
      <fieldset className={styles.shares} disabled={sent !== null}>
        <legend className="visually-hidden">Close a share of {name}</legend>
        {FRACTIONS.map((share) => (
          <Share key={share} share={share} part={fractionOf(held, share, sizeDecimals)} terms={terms} onClose={close} />
        ))}
      </fieldset>
      {sent === null ? (
        <div className={styles.typed}>
          <DecimalField
            label={`Size of ${name} to close`}
            value={text}
            onChange={setText}
            suffix={`of ${trimZeros(held)}`}
            error={isTyped ? issue : null}
          />
          <Button
            size="small"
            variant="danger"
            disabled={size === null}
            onKeyDown={ignoreRepeat}
            onClick={(event) => {
              if (size !== null) close(size, event.detail)
            }}
          >
            {size === null ? 'Close part' : `Close ${trimZeros(size)}`}
          </Button>
        </div>
      ) : (
        <div className={styles.sent} role="status">
          <span>
            Close of {trimZeros(sent.part)} sent; {trimZeros(held)} held.
          </span>
          <Button size="small" onClick={() => setSent(null)}>
            Close another part
          </Button>
        </div>
      )}
      {size !== null && (
        <p className={styles.result} role="status">
          {partResult({ ...terms, part: size })}
        </p>
      )}
    </div>
  )
}

/** The price basis of the figures on the buttons. */
function priced(terms: Omit<PartTerms, 'part'>, part: Size): string {
  const figures = partFigures({ ...terms, part })
  if (figures === null) return 'No price now to estimate the close.'
  const { price, fee, unit } = figures
  return fee === null ? `At ~${price}, P&L before fees (${unit}):` : `At ~${price}, P&L after fees (${unit}):`
}

interface ShareProps {
  readonly share: (typeof FRACTIONS)[number]
  readonly part: Size
  readonly terms: Omit<PartTerms, 'part'>
  readonly onClose: (part: Size, clicks: number) => void
}

/** One share: its size, its result, and the button that closes it. */
function Share({ share, part, terms, onClose }: ShareProps): ReactNode {
  const figures = partFigures({ ...terms, part })
  const isNothing = signOf(part) === 0
  return (
    <Button
      size="small"
      variant="danger"
      className={styles.share ?? ''}
      disabled={isNothing}
      title={isNothing ? "Below the market's minimum size." : (partResult({ ...terms, part }) ?? undefined)}
      onKeyDown={ignoreRepeat}
      onClick={(event) => onClose(part, event.detail)}
    >
      <span>
        Close {trimZeros(part)} ({share === 100 ? 'all' : `${share} %`})
      </span>
      <span className={styles.comesTo}>
        {figures === null
          ? COMMON.pnlUnknown
          : [...(figures.fee === null ? [] : [`fee ${figures.fee}`]), `P&L ${figures.gain}`].join(', ')}
      </span>
    </Button>
  )
}

/** The error of a part's size, as text; null if valid. */
export function partIssue(text: string, held: Size, sizeDecimals: number): string | null {
  const size = parseTyped(text) as Size | null
  if (size === null) return notNumber('Size', text)
  if (signOf(size) <= 0) return positive('Size')
  if (compare(size, held) > 0) return `The position is only ${trimZeros(held)}.`
  return placesOf(trimZeros(size)) > sizeDecimals ? `Size takes at most ${sizeDecimals} decimals.` : null
}
