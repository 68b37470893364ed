/**
 * Whether amounts go out as text or as JSON numbers, where the interface leaves it open (docs/service/reading-the-wire.md#amounts). Each has the
 * form in which it was published; a prepare that is refused in words that ask for the other form is made once more in that one, and the
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

/** Where the forms of a deployment are kept beyond the end of the terminal. */
export interface KeptForms {
  /** By route and field. */
  all(): ReadonlyMap<string, Form>
  keep(field: string, form: Form): void
}

/** A decimal under the name of its field, as it goes out. @param published the form in which it was published; text where it was not. */
type WriteAmount = (field: string, decimal: string, published?: Form) => Readonly<Record<string, unknown>>

/** The forms that one deployment takes. */
export interface AmountForms {
  /** Prepares with the amounts that `body` writes. @throws ServiceError of the last answer. */
  prepare(routes: Routes, route: RouteName, body: (write: WriteAmount) => object): Promise<Wire>
}

const ASKS = String.raw`\b(expected|(must|should|has to|needs to) be) (an? )?((finite|valid|plain|quoted|json|decimal|positive) )*`
/** What a refusal says that wants the other form. */
const WANTS: { readonly [F in Form]: RegExp } = {
  text: new RegExp(String.raw`${ASKS}(string|text|str)\b`, 'i'),
  number: new RegExp(String.raw`${ASKS}(number|numeric|float|double|f(32|64)|[iu](32|64)|int(eger)?)\b`, 'i'),
}

const NOWHERE: KeptForms = { all: () => new Map(), keep: () => undefined }

export function createAmountForms(store: KeptForms = NOWHERE): AmountForms {
  /** By route and field, where it is not the published one. */
  const kept = new Map(store.all())

  return {
    async prepare(routes, route, body) {
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

/** The amounts that a refusal wants in another form than they were sent in: those that it names, or all of them where it names no field. */
function wantedBy(
  error: unknown,
  sent: ReadonlyMap<string, Form>,
  fields: readonly string[],
): ReadonlyMap<string, Form> {
  if (!(error instanceof ServiceError) || error.kind !== 'problem') return new Map()
  if (error.status !== 400 && error.status !== 422) return new Map()
  if (certaintyOf(error, 'prepare').effect !== 'did_nothing') return new Map()
  const words = error.full ?? error.message
  const isNamed = (field: string): boolean =>
    error.field === null ? new RegExp(`\\b${field}\\b`).test(words) : error.field.split('.').at(-1) === field
  const named = fields.filter(isNamed)
  const isMeant = (field: string): boolean => (named.length === 0 && error.field === null) || named.includes(field)
  return new Map(
    [...sent].flatMap(([field, form]): [string, Form][] => {
      const other = form === 'text' ? 'number' : 'text'
      return isMeant(field) && WANTS[other].test(words) ? [[field, other]] : []
    }),
  )
}
