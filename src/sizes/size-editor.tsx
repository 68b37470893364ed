/** The dialog that changes the sizes to choose from: of one market, or of all markets of its family. */
import { type ReactNode, useState } from 'react'
import { marketsOf } from '../../contract/family-rules.ts'
import { fullTitleOf, type InstrumentView } from '../../contract/instrument.ts'
import { FAMILIES, follows, type MarketRef } from '../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { MOST_PRESETS, sizesKeyOf, sizesOf, sizesOfFamily } from '../../contract/size-presets.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useSettings } from '../queries/index.ts'
import { Button, Dialog, Segmented } from '../ui/index.ts'
import { PresetFields } from './preset-fields.tsx'
import { closeSizes, useSizeEditor } from './size-editor-store.ts'
import styles from './sizes.module.css'
import { newRow, presetsOf, type TypedPreset, typedOf } from './typed-presets.ts'

export function SizeEditor(): ReactNode {
  const { open, market } = useSizeEditor()
  return open ? <Editor market={market} /> : null
}

/** One that follows is whichever market is live, whatever it is called today. */
const nameOf = (market: MarketRef, view: InstrumentView | undefined): string =>
  follows(market) ? 'The live market' : view === undefined ? 'This market' : fullTitleOf(view)

function Editor({ market }: { readonly market: MarketRef | null }): ReactNode {
  const call = useCall()
  const { sizes } = useSettings() ?? DEFAULT_SETTINGS
  const view = useTopic(market === null ? null : { kind: 'instrument', market })
  const own = market === null ? null : sizesKeyOf(market)
  const [of, choose] = useState<string>(own !== null && own in sizes ? own : (market?.family ?? 'scalar'))
  const family = market?.family ?? FAMILIES.find((one) => one === of) ?? 'scalar'
  const shown = of === own && market !== null ? sizesOf(sizes, market) : sizesOfFamily(sizes, family)
  /** What is typed for each, from the first change on. */
  const [typed, type] = useState<Readonly<Record<string, readonly TypedPreset[]>>>({})
  const rows = typed[of] ?? shown.map(typedOf)
  const [said, say] = useState<string | null>(null)
  const put = (next: readonly TypedPreset[]): void => {
    say(null)
    type({ ...typed, [of]: next })
  }
  const send = (presets: Parameters<typeof call<'saveSizes'>>[1]['presets']): void => {
    call('saveSizes', { of, presets }).then(closeSizes, (failed: unknown) => say(wordsOf(failed)))
  }
  const save = (): void => {
    const read = presetsOf(family, rows)
    if ('issue' in read) say(read.issue)
    else send(read.presets)
  }
  const scopes =
    market === null || own === null
      ? FAMILIES.map((one) => ({ value: one as string, label: marketsOf(one) }))
      : [
          { value: own, label: nameOf(market, view) },
          { value: market.family as string, label: `All ${marketsOf(market.family).toLowerCase()}` },
        ]
  return (
    <Dialog
      title="Sizes to choose from"
      onClose={closeSizes}
      onSubmit={save}
      actions={
        <>
          <Button disabled={!(of in sizes)} onClick={() => send(null)}>
            {of === own ? 'As in the other markets' : 'As they were at first'}
          </Button>
          <Button onClick={closeSizes}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </>
      }
    >
      <Segmented label="Sizes of" look="tiles" options={scopes} value={of} onChange={choose} />
      <PresetFields family={family} rows={rows} onChange={put} />
      <div className={styles.after}>
        <Button size="small" disabled={rows.length >= MOST_PRESETS} onClick={() => put([...rows, newRow(family)])}>
          Add a size
        </Button>
      </div>
      <p className={styles.words}>
        In tickets, ladders and trading keys, by the digits 1 to 9. Saving disarms one-click and the trading keys of
        every window. A risk sets its stop in the exit plan of the order.
      </p>
      <p className={styles.issue} role="alert">
        {said}
      </p>
    </Dialog>
  )
}
