/** The preset sizes, side by side, and the button to edit them. */

import type { ReactNode } from 'react'
import { compare, parseTyped } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import {
  presetLabel,
  presetName,
  presetText,
  SIZE_UNITS,
  type SizePreset,
  type SizeUnit,
} from '../../contract/size-presets.ts'
import { moneyUnit } from '../format/index.ts'
import { useTopicValue } from '../market-data/index.ts'
import { classNames } from '../ui/index.ts'
import { repeatedBy, repeatInto, useInstrument, usePanel, useSentBy } from '../workspace/index.ts'
import { editSizes } from './size-editor.tsx'
import styles from './sizes.module.css'
import type { SizeDraft } from './use-size-draft.ts'
import { useSizes } from './use-size-draft.ts'

interface PresetRowProps {
  readonly market: MarketRef
  readonly draft: Pick<SizeDraft, 'typed' | 'stop' | 'pick'>
  /** Limits the units; defaults to all. */
  readonly units?: readonly SizeUnit[]
  /** Whether the last order can be repeated: not in another order mode. */
  readonly repeats?: boolean
}

export function PresetRow({ market, draft, units = SIZE_UNITS, repeats = true }: PresetRowProps): ReactNode {
  const presets = useSizes(market).filter(({ by }) => units.includes(by))
  const { family } = market
  // Beside sizes in contracts, a bare number would be read as one of them.
  const isMoney = !presets.some(({ by }) => by === 'contracts')
  return (
    <fieldset className={styles.presets} aria-label="Size presets">
      {presets.map((preset) => (
        <button
          key={presetLabel(family, preset, moneyUnit(family))}
          type="button"
          className={styles.preset}
          aria-pressed={isPicked(preset, draft)}
          aria-label={presetName(family, preset, moneyUnit(family))}
          title={presetLabel(family, preset, moneyUnit(family))}
          onClick={() => draft.pick(preset)}
        >
          <PresetText text={presetText(preset, moneyUnit(family))} isShort={isMoney && preset.by === 'money'} />
        </button>
      ))}
      {repeats && <RepeatButton />}
      <button
        type="button"
        className={classNames(styles.preset, styles.edit)}
        aria-label="Change sizes"
        title="Change sizes"
        onClick={() => editSizes(market)}
      >
        …
      </button>
    </fieldset>
  )
}

/** `25 USDC`; where space is short only `25`, if the row has no other unit: the button's name is complete. */
function PresetText({ text: message, isShort }: { readonly text: string; readonly isShort: boolean }): ReactNode {
  const at = message.search(/\s/)
  if (!isShort || at < 0) return message
  return (
    <>
      {message.slice(0, at)}
      <span className={styles.currency}>{message.slice(at)}</span>
    </>
  )
}

/** Whether the typed size is the preset. Pure. */
export function isPicked(preset: SizePreset, { typed, stop }: Pick<SizeDraft, 'typed' | 'stop'>): boolean {
  const isSame = (text: string, value: SizePreset['amount']): boolean => {
    const read = parseTyped(text)
    return read !== null && compare(read, value) === 0
  }
  if (preset.by !== typed.by || !isSame(typed.text, preset.amount)) return false
  return preset.by !== 'risk' || isSame(stop, preset.stop)
}

/** Fills the surrounding ticket with the last order that it sent in its market; it sends nothing. */
function RepeatButton(): ReactNode {
  const { id } = usePanel()
  const instrument = useInstrument()
  const asset = instrument?.here === true ? instrument.asset : null
  const sentBy = useSentBy()
  const last = useTopicValue({ kind: 'actions' }, (actions) => repeatedBy(id, actions, asset, sentBy)) ?? null
  return (
    <button
      type="button"
      className={classNames(styles.preset, styles.edit)}
      aria-label="Repeat the last order"
      title={last === null ? COMMON.noOrderYet : 'Fill in the last order of this ticket or market; nothing is sent'}
      disabled={last === null}
      onClick={() => {
        if (last !== null) repeatInto(id, last)
      }}
    >
      ↻
    </button>
  )
}
