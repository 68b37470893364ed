/** Closes a part of a position: a size, or a share of it. */
import { type ReactNode, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { absolute, compare, parseTyped, placesOf, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import { FRACTIONS, fractionOf } from '../trade-forms/index.ts'
import { Button, DecimalField } from '../ui/index.ts'
import styles from './part-close.module.css'

interface PartCloseProps {
  readonly position: Pick<Position, 'size'>
  /** What is closed, for the field's name. */
  readonly name: string
  /** Most decimals that the market takes. */
  readonly sizeDecimals: number
  readonly onClose: (size: Size, clicks: number) => void
  /** What a part would come to now, in words; null while that is not known. */
  readonly resultOf?: (part: Size) => string | null
}

export function PartClose({ position, name, sizeDecimals, onClose, resultOf }: PartCloseProps): ReactNode {
  const [text, setText] = useState('')
  const held = absolute(position.size)
  const issue = partIssue(text, held, sizeDecimals)
  const size = issue === null ? (parseTyped(text) as Size | null) : null
  return (
    <div className={styles.part}>
      <DecimalField
        label={`Size of ${name} to close`}
        value={text}
        onChange={setText}
        suffix={`of ${trimZeros(held)}`}
        error={text.trim() === '' ? null : issue}
      />
      <div className={styles.shares}>
        {FRACTIONS.filter((share) => share < 100).map((share) => (
          <Button key={share} size="small" onClick={() => setText(trimZeros(fractionOf(held, share, sizeDecimals)))}>
            {share} %
          </Button>
        ))}
        <Button
          size="small"
          variant="danger"
          disabled={size === null}
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault()
          }}
          onClick={(event) => {
            if (size === null) return
            onClose(size, event.detail)
            // Another press is another part, and has to say which.
            setText('')
          }}
        >
          {size === null ? 'Close part' : `Close ${trimZeros(size)}`}
        </Button>
      </div>
      {size !== null && resultOf !== undefined && (
        <p className={styles.result} role="status">
          {resultOf(size)}
        </p>
      )}
    </div>
  )
}

/** What is wrong with the size of a part, in words; null when nothing is. */
export function partIssue(text: string, held: Size, sizeDecimals: number): string | null {
  const size = parseTyped(text) as Size | null
  if (size === null) return 'Size is not a number.'
  if (signOf(size) <= 0) return 'Size must be greater than 0.'
  if (compare(size, held) > 0) return `The position is ${trimZeros(held)}.`
  return placesOf(trimZeros(size)) > sizeDecimals ? `Size takes at most ${sizeDecimals} decimals.` : null
}
