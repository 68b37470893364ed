/** What stands in the size field of the ticket around, and what changes it: the same for the form of every family. */
import { useEffect, useMemo, useState } from 'react'
import type { Family } from '../../contract/account.ts'
import type { Size } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { type SizePreset, type SizeUnit, sizesOf, UNITS_OF } from '../../contract/size-presets.ts'
import {
  type ExitDraft,
  type StopAt,
  stopAtOf,
  withKeptStop,
  withoutRiskStop,
  withRiskStop,
  withRiskStopAt,
} from '../exit-plan/index.ts'
import { useMarketData } from '../market-data/index.ts'
import type { TypedSize } from '../markets/sizing.ts'
import { useSettings } from '../queries/index.ts'
import { useSteady } from '../ui/index.ts'
import { useChangeDraft, useDraft } from '../workspace/index.ts'

export interface SizeDraft {
  readonly family: Family
  readonly typed: TypedSize
  /** The stop of the exit plan, as it is typed: how far away. */
  readonly stop: string
  readonly type: (text: string) => void
  readonly choose: (by: SizeUnit) => void
  /** A size in the unit that is sent: from a maximum that was pressed. */
  readonly fill: (text: string) => void
  readonly pick: (preset: SizePreset) => void
  readonly typeStop: (text: string) => void
  /** The same at a price, of one side. */
  readonly putStopAt: (stop: StopAt) => void
  /** The price that it was typed as in a market, as long as it is still that. */
  readonly stopAt: (asset: string) => StopAt | null
  /** The stop of a risk that left the plan with it; null where none did. */
  readonly goneStop: string | null
  /** Puts it back into the plan, as one that was set by hand. */
  readonly keepStop: () => void
}

const NOTHING = (): void => undefined

/** Changes what is typed; the plan stays where none is given. */
type Put = (typed: TypedSize, exits?: ExitDraft) => void

function draftOf(family: Family, typed: TypedSize, exits: ExitDraft, put: Put): SizeDraft {
  const { text, by } = typed
  const stop = exits.texts.stop
  /** A stop that came with a risk goes with it. */
  const inUnit = (next: SizeUnit): ExitDraft | undefined => (next === 'risk' ? undefined : withoutRiskStop(exits))
  return {
    family,
    typed,
    stop,
    goneStop: exits.risk?.did === 'gone' ? exits.risk.stop : null,
    type: (next) => put({ text: next, by }),
    choose: (next) => put({ text: next === by ? text : '', by: next }, next === by ? undefined : inUnit(next)),
    fill: (next) => put({ text: next, by: UNITS_OF[family][0] }, inUnit(UNITS_OF[family][0])),
    pick: (preset) =>
      put(
        { text: preset.amount, by: preset.by },
        preset.by === 'risk' ? withRiskStop(exits, preset.stop) : inUnit(preset.by),
      ),
    typeStop: (next) => put(typed, withRiskStop(exits, next)),
    putStopAt: (next) => put(typed, withRiskStopAt(exits, next)),
    stopAt: (asset) => stopAtOf(exits, asset),
    keepStop: () => put(typed, withKeptStop(exits)),
  }
}

/** @param changed is told of each change, before it is made */
export function useSizeDraft(family: Family, changed: () => void = NOTHING): SizeDraft {
  const [scalar, binary, outcome] = [useDraft('scalar'), useDraft('binary'), useDraft('outcome')]
  const [changeScalar, changeBinary, changeOutcome] = [
    useChangeDraft('scalar'),
    useChangeDraft('binary'),
    useChangeDraft('outcome'),
  ]
  switch (family) {
    case 'scalar': {
      const { size, sizeBy = 'contracts', exits } = scalar
      return draftOf(family, { text: size, by: sizeBy }, exits, ({ text, by }, next) => {
        changed()
        changeScalar({ size: text, sizeBy: by, ...(next === undefined ? {} : { exits: next }) })
      })
    }
    case 'binary': {
      const { amount, amountBy, exits } = binary
      return draftOf(family, { text: amount, by: amountBy }, exits, ({ text, by }, next) => {
        changed()
        changeBinary({ amount: text, amountBy: by, ...(next === undefined ? {} : { exits: next }) })
      })
    }
    case 'outcome': {
      const { size, sizeBy = 'contracts', exits } = outcome
      return draftOf(family, { text: size, by: sizeBy }, exits, ({ text, by }, next) => {
        changed()
        changeOutcome({ size: text, sizeBy: by, ...(next === undefined ? {} : { exits: next }) })
      })
    }
  }
}

// The size that a press sends. One that is worked out from prices changes with them; from the moment a button goes down it stands still, so that what
// is sent is what was seen, by the second press of a question too.

/** As long as a question waits for its second press, ms. */
const HELD_MS = 5_000

interface Held {
  /** What was typed: of anything else it is another size. */
  readonly of: string
  readonly size: Size
}

/** The size as it is shown and sent. Pure. */
export const shownSize = (held: Held | null, of: string, size: Size | null): Size | null =>
  held?.of === of ? held.size : size

interface HeldSize {
  readonly size: Size | null
  /** A button goes down. */
  readonly hold: () => void
}

/** @param of everything that was typed and chosen; @param size what it comes to now */
export function useHeldSize(of: string, size: Size | null): HeldSize {
  const { clock } = useMarketData()
  const [held, setHeld] = useState<Held | null>(null)
  useEffect(() => (held === null ? undefined : clock.after(HELD_MS, () => setHeld(null))), [held, clock])
  const shown = shownSize(held, of, size)
  const hold = useSteady(() => setHeld(shown === null ? null : { of, size: shown }))
  return { size: shown, hold }
}

// The sizes to choose from in a market, as the settings have them now.

const NONE: readonly SizePreset[] = []

/** None where there is no market. */
export function useSizes(market: MarketRef | null): readonly SizePreset[] {
  const { sizes } = useSettings() ?? DEFAULT_SETTINGS
  return useMemo(() => (market === null ? NONE : sizesOf(sizes, market)), [sizes, market])
}
