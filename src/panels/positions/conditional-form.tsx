/** Sets a stop, a take-profit or both on a position: held by this terminal, not by the service. */
import { type ReactNode, useRef, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import { type Decimal, type Price, parseTyped, signOf, subtract } from '../../../contract/decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../../contract/mark.ts'
import { type CloseDistance, closeDistanceWords } from '../../../contract/protection.ts'
import { TerminalFailure, useCall, wordsOf } from '../../bridge/index.ts'
import { temperatureOf } from '../../format/index.ts'
import { Button, DecimalField, Segmented } from '../../ui/index.ts'
import styles from './positions.module.css'

interface ConditionalFormProps {
  readonly position: Position
  readonly tickSize: Price | null
  /** How far from the price its close may trade. */
  readonly distance: CloseDistance
  readonly onDone: () => void
}

type Unit = 'mark' | 'fahrenheit'
type Field = 'stop' | 'takeProfit' | 'percent'
interface Issue {
  readonly field: Field | null
  readonly words: string
}

const UNITS = [
  { value: 'fahrenheit', label: '°F' },
  { value: 'mark', label: 'Mark' },
] as const
const SOURCES = [
  { value: 'mark', label: 'Mark' },
  { value: 'last', label: 'Last' },
] as const

/** The button that opens the form, and the form while it is open. */
export function useConditionalForm(props: Omit<ConditionalFormProps, 'onDone'>): {
  readonly button: ReactNode
  readonly form: ReactNode
} {
  const [open, setOpen] = useState(false)
  return {
    button: (
      <Button
        size="small"
        aria-label={`Set a stop or take-profit on ${props.position.asset}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Stop…
      </Button>
    ),
    form: open ? <ConditionalForm {...props} onDone={() => setOpen(false)} /> : null,
  }
}

function ConditionalForm({ position, tickSize, distance, onDone }: ConditionalFormProps): ReactNode {
  const call = useCall()
  const scalar = position.family === 'scalar'
  const down = signOf(position.size) < 0
  const [unit, setUnit] = useState<Unit>(scalar ? 'fahrenheit' : 'mark')
  const [source, setSource] = useState<'mark' | 'last'>('mark')
  const [texts, setTexts] = useState<Record<Field, string>>({ stop: '', takeProfit: '', percent: '100' })
  const [issue, setIssue] = useState<Issue | null>(null)
  const [sending, setSending] = useState(false)
  // Clicks before the answer, and a try after no answer, ask for the same thing under the same id.
  const request = useRef<string | null>(null)

  const set = (field: Field) => (text: string) => {
    request.current = null
    setIssue(null)
    setTexts((before) => ({ ...before, [field]: text }))
  }
  const changeUnit = (next: Unit): void => {
    const other = (text: string): string => {
      const typed = parseTyped(text)
      if (typed === null) return text
      const value = typed as Decimal
      return next === 'mark' ? markOfFahrenheit(value as never) : fahrenheitOfMark(value as never)
    }
    setUnit(next)
    setTexts((before) => ({ ...before, stop: other(before.stop), takeProfit: other(before.takeProfit) }))
  }
  const priceOf = (field: 'stop' | 'takeProfit'): Price | null | undefined => {
    if (texts[field].trim() === '') return null
    const typed = parseTyped(texts[field])
    if (typed === null) return undefined
    return unit === 'mark' ? (typed as Price) : markOfFahrenheit(typed as never)
  }
  const submit = (): void => {
    const stop = priceOf('stop')
    const takeProfit = priceOf('takeProfit')
    const percent = parseTyped(texts.percent)
    if (stop === undefined || takeProfit === undefined || percent === null) {
      setIssue({
        field: stop === undefined ? 'stop' : takeProfit === undefined ? 'takeProfit' : 'percent',
        words: 'Not a number.',
      })
      return
    }
    request.current ??= crypto.randomUUID()
    setSending(true)
    call('setConditional', {
      requestId: request.current,
      asset: position.asset,
      source,
      stop,
      takeProfit,
      percent,
      protection: distance,
    })
      .then(onDone, (error: unknown) => {
        const field = error instanceof TerminalFailure ? (error.about as Field | null) : null
        setIssue({ field, words: wordsOf(error) })
      })
      .finally(() => setSending(false))
      .catch(() => undefined)
  }
  const words = (field: Field): string | null => (issue?.field === field ? issue.words : null)
  const secondReading = (price: Price): string => {
    if (!scalar) return `DOWN ${subtract('1' as Decimal, price)}`
    return unit === 'mark' ? temperatureOf(price) : price
  }
  const price = (field: 'stop' | 'takeProfit', label: string): ReactNode => {
    const mark = priceOf(field)
    return (
      <div className={styles.trigger}>
        <DecimalField
          label={label}
          value={texts[field]}
          onChange={set(field)}
          suffix={mark == null ? undefined : secondReading(mark)}
          step={tickSize}
          error={words(field)}
          onEnter={submit}
        />
      </div>
    )
  }
  return (
    <form
      className={styles.conditional}
      aria-label={`Stop and take-profit of ${position.asset}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {scalar && <Segmented label="Unit" options={UNITS} value={unit} onChange={changeUnit} />}
      {price('stop', scalar ? 'Stop' : 'Stop, price of UP')}
      {price('takeProfit', scalar ? 'Take profit' : 'Take profit, price of UP')}
      <div className={styles.share}>
        <DecimalField
          label="Of the position"
          value={texts.percent}
          onChange={set('percent')}
          suffix="%"
          error={words('percent')}
          onEnter={submit}
        />
      </div>
      <Segmented label="Trigger on" options={SOURCES} value={source} onChange={setSource} />
      <Button type="submit" variant="primary" disabled={sending} aria-busy={sending}>
        Hold
      </Button>
      <Button onClick={onDone}>Not now</Button>
      <p className={styles.held}>
        Held by this terminal: works only while it runs and is signed in. When the {source} is at or through a trigger,
        the position is closed at market, {closeDistanceWords(distance, position.family)}. With both set, one cancels
        the other.
        {!scalar && down && ' You hold DOWN: it loses as the price of UP rises.'}
      </p>
      {issue !== null && issue.field === null && (
        <p className={styles.heldIssue} role="alert">
          {issue.words}
        </p>
      )}
    </form>
  )
}
