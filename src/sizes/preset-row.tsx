/** The sizes to choose from, side by side, and the way to change them. */
import type { ReactNode } from 'react'
import { compare, parseTyped } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { presetName, presetText, presetWords, type SizePreset } from '../../contract/size-presets.ts'
import { classNames } from '../ui/index.ts'
import { RepeatButton } from './repeat-button.tsx'
import { editSizes } from './size-editor-store.ts'
import styles from './sizes.module.css'
import type { SizeDraft } from './use-size-draft.ts'
import { useSizes } from './use-sizes.ts'

interface PresetRowProps {
  readonly market: MarketRef
  readonly draft: Pick<SizeDraft, 'typed' | 'stop' | 'pick'>
}

export function PresetRow({ market, draft }: PresetRowProps): ReactNode {
  const presets = useSizes(market)
  const { family } = market
  return (
    <fieldset className={styles.presets} aria-label="Sizes to choose from">
      {presets.map((preset) => (
        <button
          key={presetWords(family, preset)}
          type="button"
          className={styles.preset}
          aria-pressed={isPicked(preset, draft)}
          aria-label={presetName(family, preset)}
          title={presetWords(family, preset)}
          onClick={() => draft.pick(preset)}
        >
          {presetText(family, preset)}
        </button>
      ))}
      <RepeatButton />
      <button
        type="button"
        className={classNames(styles.preset, styles.edit)}
        aria-label="Change the sizes"
        title="Change the sizes"
        onClick={() => editSizes(market)}
      >
        …
      </button>
    </fieldset>
  )
}

/** Whether what is typed is the preset. Pure. */
export function isPicked(preset: SizePreset, { typed, stop }: Pick<SizeDraft, 'typed' | 'stop'>): boolean {
  const isSame = (text: string, value: SizePreset['amount']): boolean => {
    const read = parseTyped(text)
    return read !== null && compare(read, value) === 0
  }
  if (preset.by !== typed.by || !isSame(typed.text, preset.amount)) return false
  return preset.by !== 'risk' || isSame(stop, preset.stop)
}
