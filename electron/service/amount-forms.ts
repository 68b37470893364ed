/**
 * Whether amounts are sent as text or as JSON numbers, where the interface leaves it open (docs/service/reading-the-wire.md#amounts). Each field
 * starts in its published form. If a prepare is refused with a message that asks for the other form, it is repeated once in that form, and the
 * deployment keeps it. Either way the decimal is written digit by digit.
 */
import { certaintyOf } from './certainty.ts'
import { ServiceError } from './errors.ts'
import { jsonNumber } from './json.ts'
import type { RouteName } from './profile-routes.ts'
import type { Routes } from './routes.ts'
import type { Wire } from './wire.ts'

/** Text, or a JSON number. */
type Form = 'text' | 'number'

/** Stores the forms of a deployment across restarts. */
export interface AmountFormStore {
  /** By route and field. */
  all(): ReadonlyMap<string, Form>
  keep(field: string, form: Form): void
}

/** A decimal under its field name, in the form to send. @param published the published form; default text. */
type WriteAmount = (field: string, decimal: string, published?: Form) => Readonly<Record<string, unknown>>

/** The forms that one deployment accepts. */
export type AmountForms = ReturnType<typeof createAmountForms>

const ASKS = String.raw`\b(expected|(must|should|has to|needs to) be) (an? )?((finite|valid|plain|quoted|json|decimal|positive) )*`
/** Patterns of refusals that ask for the other form. */
const WANTS: { readonly [F in Form]: RegExp } = {
  text: new RegExp(String.raw`${ASKS}(string|text|str)\b`, 'i'),
  number: new RegExp(String.raw`${ASKS}(number|numeric|float|double|f(32|64)|[iu](32|64)|int(eger)?)\b`, 'i'),
}

const NOWHERE: AmountFormStore = { all: () => new Map(), keep: () => undefined }

export function createAmountForms(store: AmountFormStore = NOWHERE) {
  /** By route and field, where it differs from the published form. */
  const kept = new Map(store.all())

  return {
    /** Prepares with the amounts written by `body`. @throws ServiceError of the last answer. */
    async prepare(routes: Routes, route: RouteName, body: (write: WriteAmount) => object): Promise<Wire> {
      const attempt = async (otherwise: ReadonlyMap<string, Form>) => {
        const sent = new Map<string, Form>()
        const whole = body((field, decimal, published = 'text') => {
          const form = otherwise.get(field) ?? kept.get(`${route}/${field}`) ?? published
          sent.set(field, form)
          return { [field]: form === 'number' ? jsonNumber(decimal) : decimal }
        })
        const answer = await routes.prepare(routes.open(route), whole).catch((error: unknown) => ({ error }))
        return { sent, answer, fields: Object.keys(whole) }
      }
      const first = await attempt(new Map())
      if (!('error' in first.answer)) return first.answer
      const wanted = wantedBy(first.answer.error, first.sent, first.fields)
      if (wanted.size === 0) throw first.answer.error
      const second = await attempt(wanted)
      const isTaken =
        !('error' in second.answer) || wantedBy(second.answer.error, second.sent, second.fields).size === 0
      if (isTaken) {
        for (const [field, form] of wanted) {
          kept.set(`${route}/${field}`, form)
          store.keep(`${route}/${field}`, form)
        }
      }
      if ('error' in second.answer) throw second.answer.error
      return second.answer
    },
  }
}

/** The amounts that a refusal wants in another form: those that it names, or all of them where it names no field. */
function wantedBy(
  error: unknown,
  sent: ReadonlyMap<string, Form>,
  fields: readonly string[],
): ReadonlyMap<string, Form> {
  if (!(error instanceof ServiceError) || error.kind !== 'problem') return new Map()
  if (error.status !== 400 && error.status !== 422) return new Map()
  if (certaintyOf(error, 'prepare').effect !== 'did_nothing') return new Map()
  const text = error.full ?? error.message
  const isNamed = (field: string): boolean =>
    error.field === null ? new RegExp(`\\b${field}\\b`).test(text) : error.field.split('.').at(-1) === field
  const named = fields.filter(isNamed)
  const isMeant = (field: string): boolean => (named.length === 0 && error.field === null) || named.includes(field)
  return new Map(
    [...sent].flatMap(([field, form]): [string, Form][] => {
      const other = form === 'text' ? 'number' : 'text'
      return isMeant(field) && WANTS[other].test(text) ? [[field, other]] : []
    }),
  )
}
