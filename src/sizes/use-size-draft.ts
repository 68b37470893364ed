/** The size field of the surrounding ticket, and its setters: the same for the form of every family. */
import { useEffect, useMemo, useState } from 'react'
import type { Family } from '../../contract/account.ts'
import type { Size } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { type SizePreset, type SizeUnit, sizesOf, UNITS_BY_FAMILY } from '../../contract/size-presets.ts'
import {
  type ExitDraft,
  type StopAt,
  stopAtOf,
  withoutRiskStop,
  withPinnedStop,
  withRiskStop,
  withRiskStopAt,
} from '../exit-plan/index.ts'
import { useMarketData } from '../market-data/index.ts'
import type { TypedSize } from '../markets/sizing.ts'
import { useSettings } from '../queries/index.ts'
import { useSteady } from '../ui/index.ts'
import { type PanelDrafts, useChangeDraft, useDraft } from '../workspace/index.ts'

export interface SizeDraft {
  readonly family: Family
  readonly typed: TypedSize
  /** The stop of the exit plan, as typed: its distance. */
  readonly stop: string
  readonly type: (text: string) => void
  readonly choose: (by: SizeUnit) => void
  /** Fills in a size in the unit that is sent, from a clicked maximum. */
  readonly fill: (text: string) => void
  readonly pick: (preset: SizePreset) => void
  readonly typeStop: (text: string) => void
  /** Sets the stop by its price, for one side. */
  readonly putStopAt: (stop: StopAt) => void
  /** The price that it was typed as in a market, as long as it is unchanged. */
  readonly stopAt: (asset: string) => StopAt | null
  /** The stop of a risk that was removed from the plan with it; null if none was. */
  readonly goneStop: string | null
  /** Puts it back into the plan, as one set by the user. */
  readonly keepStop: () => void
}

const NOTHING = (): void => undefined

/** Changes the typed size; the plan stays if none is passed. */
type Put = (typed: TypedSize, exits?: ExitDraft) => void

function draftOf(family: Family, typed: TypedSize, exits: ExitDraft, put: Put): SizeDraft {
  const { text, by } = typed
  const stop = exits.texts.stop
  /** A stop that came with a risk is removed with it. */
  const inUnit = (next: SizeUnit): ExitDraft | undefined => (next === 'risk' ? undefined : withoutRiskStop(exits))
  return {
    family,
    typed,
    stop,
    goneStop: exits.risk?.did === 'gone' ? exits.risk.stop : null,
    type: (next) => put({ text: next, by }),
    choose: (next) => put({ text: next === by ? text : '', by: next }, next === by ? undefined : inUnit(next)),
    fill: (next) => put({ text: next, by: UNITS_BY_FAMILY[family][0] }, inUnit(UNITS_BY_FAMILY[family][0])),
    pick: (preset) =>
      put(
        { text: preset.amount, by: preset.by },
        preset.by === 'risk' ? withRiskStop(exits, preset.stop) : inUnit(preset.by),
      ),
    typeStop: (next) => put(typed, withRiskStop(exits, next)),
    putStopAt: (next) => put(typed, withRiskStopAt(exits, next)),
    stopAt: (asset) => stopAtOf(exits, asset),
    keepStop: () => put(typed, withPinnedStop(exits)),
  }
}

interface SizeFields<F extends Family> {
  readonly of: (draft: PanelDrafts[F]) => TypedSize
  readonly as: (typed: TypedSize, exits: { readonly exits?: ExitDraft }) => Partial<PanelDrafts[F]>
}

/** The fields of a draft that hold its size. */
const SIZE_FIELDS: { readonly [F in Family]: SizeFields<F> } = {
  scalar: {
    of: ({ size, sizeBy = 'contracts' }) => ({ text: size, by: sizeBy }),
    as: ({ text, by }, exits) => ({ size: text, sizeBy: by, ...exits }),
  },
  binary: {
    of: ({ amount, amountBy }) => ({ text: amount, by: amountBy }),
    as: ({ text, by }, exits) => ({ amount: text, amountBy: by, ...exits }),
  },
  outcome: {
    of: ({ size, sizeBy = 'contracts' }) => ({ text: size, by: sizeBy }),
    as: ({ text, by }, exits) => ({ size: text, sizeBy: by, ...exits }),
  },
}

/** @param changed called before each change */
export function useSizeDraft<F extends Family>(family: F, changed: () => void = NOTHING): SizeDraft {
  const draft = useDraft(family)
  const change = useChangeDraft(family)
  const fields: SizeFields<F> = SIZE_FIELDS[family]
  return draftOf(family, fields.of(draft), draft.exits, (typed, exits) => {
    changed()
    change(fields.as(typed, exits === undefined ? {} : { exits }))
  })
}

// The size that a click sends. A size resolved from prices changes with them; from pointer down it is frozen, so that the sent size is the displayed
// one, also for the confirming second click.

/** As long as a question waits for its second click, ms. */
const HELD_MS = 5_000

interface Held {
  /** The draft of the size: for any other draft it does not apply. */
  readonly of: string
  readonly size: Size
}

/** The size as displayed and sent. Pure. */
export const shownSize = (held: Held | null, of: string, size: Size | null): Size | null =>
  held?.of === of ? held.size : size

interface HeldSize {
  readonly size: Size | null
  /** Pointer down on a button. */
  readonly hold: () => void
}

/** @param of all typed and chosen inputs; @param size the current resolved size */
export function useHeldSize(of: string, size: Size | null): HeldSize {
  const { clock } = useMarketData()
  const [held, setHeld] = useState<Held | null>(null)
  useEffect(() => (held === null ? undefined : clock.after(HELD_MS, () => setHeld(null))), [held, clock])
  const shown = shownSize(held, of, size)
  const hold = useSteady(() => setHeld(shown === null ? null : { of, size: shown }))
  return { size: shown, hold }
}

const NONE: readonly SizePreset[] = []

/** Empty without a market. */
export function useSizes(market: MarketRef | null): readonly SizePreset[] {
  const { sizes } = useSettings() ?? DEFAULT_SETTINGS
  return useMemo(() => (market === null ? NONE : sizesOf(sizes, market)), [sizes, market])
}
