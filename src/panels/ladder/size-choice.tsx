/** The sizes that a press may have, each with its unit; what the chosen one comes to; and the way to other ones. */
import type { ReactNode } from 'react'
import { trimZeros } from '../../../contract/decimal.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import { presetName, presetText, presetWords, type SizePreset } from '../../../contract/size-presets.ts'
import { grouped } from '../../format/index.ts'
import type { SizeRead } from '../../markets/sizing/index.ts'
import { editSizes } from '../../sizes/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './ladder.module.css'

interface SizeChoiceProps {
  readonly market: MarketRef
  /** What a press sends is counted in. */
  readonly unit: string
  readonly presets: readonly SizePreset[]
  readonly at: number
  /** What the chosen one comes to in the row under the pointer, else at the best price; null where it is what is sent. */
  readonly read: SizeRead | null
  readonly onChoose: (at: number) => void
}

export function SizeChoice({ market, unit, presets, at, read, onChoose }: SizeChoiceProps): ReactNode {
  const { family } = market
  return (
    <fieldset className={styles.sizes} aria-label="Size of a press">
      {presets.map((preset, index) => {
        const words = presetWords(family, preset)
        return (
          <button
            key={words}
            type="button"
            className={styles.size}
            aria-pressed={index === at}
            aria-label={presetName(family, preset)}
            title={`${words}, key ${index + 1}`}
            onClick={() => onChoose(index)}
          >
            {presetText(family, preset)}
            {index === at && preset.by === 'contracts' && <span className={styles.unit}> {unit}</span>}
          </button>
        )
      })}
      <Button
        size="small"
        variant="bare"
        aria-label="Change the sizes"
        title="Change the sizes"
        onClick={() => editSizes(market)}
      >
        …
      </Button>
      {read !== null && (
        <span className={styles.comesTo} title={read.state === 'known' ? undefined : read.words}>
          {read.state === 'known' ? `= ${grouped(trimZeros(read.size))} ${unit}` : read.words}
        </span>
      )}
    </fieldset>
  )
}
