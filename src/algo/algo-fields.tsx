/** The fields of a scale and of slices. */
import type { ReactNode } from 'react'
import { ONE, type Price, parseTyped } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { facingPrice } from '../../contract/reference-price.ts'
import type { SizeRead } from '../markets/sizing.ts'
import { PresetRow, SizeNote, UnitChoice } from '../sizes/index.ts'
import { DecimalField, Segmented, Toggle } from '../ui/index.ts'
import { useMarketRef } from '../workspace/index.ts'
import styles from './algo.module.css'
import { inUnit } from './algo-text.ts'
import type { AlgoDraft, AlgoField, AlgoMarket, AlgoReading } from './read-algo.ts'
import { TOTAL_UNITS } from './total-size.ts'

/** The current best prices; null while unknown. */
export interface BestPrices {
  readonly bid: Price | null
  readonly ask: Price | null
}

export interface AlgoFieldsProps {
  readonly market: AlgoMarket
  readonly draft: AlgoDraft
  readonly best: BestPrices
  readonly reading: AlgoReading
  /** After the first click, missing inputs are reported. */
  readonly attempted: boolean
  /** The resolved total where it is typed in a unit other than the one sent. */
  readonly total: SizeRead | null
  readonly onChange: (change: Partial<AlgoDraft>) => void
  readonly onEnter: () => void
}

const SKEWS = [
  { value: 'even', label: 'Even' },
  { value: 'first', label: 'First', name: 'First' },
  { value: 'last', label: 'Last', name: 'Last' },
] as const
const TIFS = [
  { value: 'GTC', label: 'GTC' },
  { value: 'ALO', label: 'ALO' },
] as const
const HOWS = [
  { value: 'cross', label: 'Cross' },
  { value: 'passive', label: 'Resting' },
] as const

/** Shared by all number fields. */
function useField({ draft, reading, attempted, onChange, onEnter }: AlgoFieldsProps) {
  const wrong = (field: AlgoField): string | null =>
    reading.issue?.field === field
      ? reading.issue.message
      : attempted && reading.missing.includes(field)
        ? 'Missing.'
        : null
  return (field: AlgoField & keyof AlgoDraft) => ({
    value: draft[field] as string,
    onChange: (text: string) => onChange({ [field]: text }),
    error: wrong(field),
    keepsRoom: true,
    onEnter,
  })
}

function suffixOf({ asset, family }: AlgoMarket, text: string): string {
  const price = parseTyped(text) as Price | null
  return price === null ? (FAMILY_RULES[family].isMark ? 'mark' : '0 to 1') : inUnit(asset, price)
}

interface PickProps {
  readonly name: string
  readonly price: Price | null
  readonly onPick: (price: Price) => void
}

/** A best price, a click away. */
function Pick({ name, price, onPick }: PickProps): ReactNode {
  if (price === null) return null
  return (
    <button type="button" className={styles.pick} onClick={() => onPick(price)}>
      {name} {price}
    </button>
  )
}

export function ScaleFields(props: AlgoFieldsProps): ReactNode {
  const { market, draft, best, onChange } = props
  const field = useField(props)
  const [own, name] = draft.side === 'buy' ? ([best.bid, 'bid'] as const) : ([best.ask, 'ask'] as const)
  return (
    <>
      <div className={styles.pair}>
        <DecimalField
          label="From"
          {...field('from')}
          step={market.tick}
          suffix={suffixOf(market, draft.from)}
          hint={<Pick name={name} price={own} onPick={(from) => onChange({ from })} />}
        />
        <DecimalField label="To" {...field('to')} step={market.tick} suffix={suffixOf(market, draft.to)} />
      </div>
      <div className={styles.pair}>
        <DecimalField label="Orders" {...field('count')} step={ONE} />
        <Total {...props} field={field('total')} />
      </div>
      <Presets {...props} />
      <div className={styles.pair}>
        <div className={styles.labelled}>
          <span className={styles.label} aria-hidden>
            Weight
          </span>
          <Segmented label="Sizes" options={SKEWS} value={draft.skew} onChange={(skew) => onChange({ skew })} />
        </div>
        <DecimalField
          label="Max : min ratio"
          {...field('ratio')}
          step={ONE}
          suffix="times"
          disabled={draft.skew === 'even'}
        />
      </div>
      {FAMILY_RULES[market.family].hasTerms && (
        <Terms {...props}>
          <Segmented label="Time in force" options={TIFS} value={draft.tif} onChange={(tif) => onChange({ tif })} />
        </Terms>
      )}
    </>
  )
}

export function SlicesFields(props: AlgoFieldsProps): ReactNode {
  const { market, draft, best, onChange } = props
  const field = useField(props)
  const facing = facingPrice(draft.side, best)
  const how = (
    <Segmented label="Slice execution" options={HOWS} value={draft.how} onChange={(next) => onChange({ how: next })} />
  )
  return (
    <>
      <div className={styles.pair}>
        <Total {...props} field={field('total')} />
        <DecimalField
          label="Worst price"
          {...field('worst')}
          step={market.tick}
          suffix={suffixOf(market, draft.worst)}
          hint={
            <Pick name={draft.side === 'buy' ? 'ask' : 'bid'} price={facing} onPick={(worst) => onChange({ worst })} />
          }
        />
      </div>
      <Presets {...props} />
      <div className={styles.pair}>
        <DecimalField label="Slices" {...field('slices')} step={ONE} />
        <DecimalField label="Interval" {...field('every')} step={ONE} suffix="s" />
      </div>
      <div className={styles.pair}>
        <div className={styles.labelled}>
          <span className={styles.label} aria-hidden>
            Each
          </span>
          {how}
        </div>
        <DecimalField
          label="Re-price max"
          {...field('requotes')}
          step={ONE}
          suffix="times"
          disabled={draft.how === 'cross'}
        />
      </div>
      {FAMILY_RULES[market.family].hasTerms && <Terms {...props} />}
    </>
  )
}

const Terms = ({ draft, onChange, children }: AlgoFieldsProps & { readonly children?: ReactNode }): ReactNode => (
  <div className={styles.terms}>
    {children}
    <Toggle label="Reduce only" checked={draft.reduceOnly} onChange={(reduceOnly) => onChange({ reduceOnly })} />
  </div>
)

/** The total with its unit and its resolved value. */
function Total({
  market,
  draft,
  total,
  onChange,
  field,
}: AlgoFieldsProps & { readonly field: ReturnType<ReturnType<typeof useField>> }): ReactNode {
  const unit = FAMILY_RULES[market.family].contracts
  return (
    <DecimalField
      label="Total size"
      {...field}
      step={ONE}
      suffix={
        <UnitChoice
          family={market.family}
          by={draft.totalBy}
          units={TOTAL_UNITS}
          // 150 contracts must never become 150 %.
          onChange={(totalBy) => onChange(totalBy === draft.totalBy ? {} : { totalBy, total: '' })}
        />
      }
      note={total?.state === 'known' && draft.total.trim() !== '' ? <SizeNote read={total} unit={unit} /> : null}
    />
  )
}

/** The preset sizes, except those by risk: nothing here sets a stop. */
function Presets({ draft, onChange }: AlgoFieldsProps): ReactNode {
  const market = useMarketRef()
  if (market === null) return null
  return (
    <div className={styles.presets}>
      <PresetRow
        market={market}
        units={TOTAL_UNITS}
        repeats={false}
        draft={{
          typed: { text: draft.total, by: draft.totalBy },
          stop: '',
          pick: ({ amount, by }) => onChange({ total: amount, totalBy: by }),
        }}
      />
    </div>
  )
}
