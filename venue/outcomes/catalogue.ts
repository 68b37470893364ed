/**
 * The catalogue of outcome markets: series of questions that repeat daily, half-hourly or yearly. A question is a function of the seed and its place
 * in its series; its numbers are fixed when it is listed, from the forecast at that time.
 */
import type { Oracle } from '../oracle.ts'
import {
  ChanceModel,
  Extreme,
  ExtremeModel,
  FirstTimeModel,
  InstantModel,
  type QuestionModel,
  uniform,
} from './models.ts'

export interface OutcomeSpec {
  readonly id: number
  readonly name: string
  readonly sides: readonly string[]
}

/** A question and its outcomes, which share its life; the question's id is that of its first outcome. Times in ms. */
export interface QuestionSpec {
  readonly id: number
  readonly title: string
  readonly rules: string
  readonly exclusive: boolean
  readonly outcomes: readonly OutcomeSpec[]
  readonly listed: number
  /** End of trading. */
  readonly expiry: number
  /** Time of the payout. */
  readonly paysAt: number
  /** Time of delisting. */
  readonly gone: number
  readonly model: QuestionModel
  /** Activity, 1 being average. */
  readonly interest: number
}

const DAY = 86_400
const HOUR = 3600
/** Local midnight in New York, standard time, as seconds of the UTC day. */
const MIDNIGHT = 5 * HOUR
const MARK_OFFSET_TICKS = 50_000
const YES_NO = ['Yes', 'No']
const HALF_HOUR = 1800
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const STATION = 'KNYC, Central Park'

/** Seconds: how long a question trades before its expiry, settles after it, and stays listed after the payout. */
interface Life {
  readonly open: number
  readonly grace: number
  readonly shown: number
}

const DAILY: Life = { open: 26 * HOUR, grace: HOUR, shown: HOUR }
const SHORT: Life = { open: HOUR, grace: HALF_HOUR, shown: HOUR }

export class Catalogue {
  readonly #oracle: Oracle
  readonly #seed: string

  constructor(oracle: Oracle, seed: number | string) {
    this.#oracle = oracle
    this.#seed = String(seed)
  }

  /** Every listed question at a time (ms), in order of expiry, except those whose id is already `known`. */
  at(time: number, known: (id: number) => boolean = () => false): QuestionSpec[] {
    return this.#places(time)
      .filter(({ id, life, expiry }) => isListed(life, expiry, time) && !known(id))
      .map(({ make }) => make())
      .sort((a, b) => a.expiry - b.expiry || a.id - b.id)
  }

  /** The question of an outcome, at any time; null for an unknown id. */
  byOutcome(id: number): QuestionSpec | null {
    if (id >= 1000 && id <= 9999) return this.#season(id).make()
    const day = Math.floor(id / 100)
    const place = id % 100
    const series = place <= 3 ? this.#high(day) : place === 4 ? this.#rain(day) : place <= 7 ? this.#low(day) : null
    const found = place >= 10 && place < 58 ? this.#reading(day * 48 + place - 10) : series
    const question = found?.make() ?? null
    return question?.outcomes.some((outcome) => outcome.id === id) ? question : null
  }

  #places(time: number) {
    const second = Math.floor(time / 1000)
    const day = Math.floor(second / DAY)
    const slot = Math.floor(second / HALF_HOUR)
    const year = new Date(time).getUTCFullYear()
    return [
      ...[-2, -1, 0, 1].flatMap((n) => [this.#high(day + n), this.#rain(day + n), this.#low(day + n)]),
      ...[-3, -2, -1, 0, 1, 2].map((n) => this.#reading(slot + n)),
      this.#season(year),
      this.#season(year + 1),
    ]
  }

  #high(day: number) {
    const from = day * DAY + MIDNIGHT
    const id = day * 100 + 1
    return this.#place(id, DAILY, from + DAY, (expiry) => {
      const [low, high] = this.#middle(new Extreme(this.#oracle, from, expiry, 1), expiry - DAILY.open, 1)
      return {
        title: `New York high on ${dayText(from)} (EST)`,
        rules: `The highest of the readings of ${STATION} at each full minute from 00:00 to 24:00 Eastern Standard Time on ${dayText(from)}, rounded to a whole °F, halves up. Exactly one of the outcomes is Yes.`,
        exclusive: true,
        outcomes: threeOutcomes(id, low, high),
        model: new ExtremeModel(this.#oracle, from, expiry, 1, low, high),
        interest: 1.5,
      }
    })
  }

  #low(day: number) {
    const from = day * DAY + 23 * HOUR
    const id = day * 100 + 5
    return this.#place(id, DAILY, from + 14 * HOUR, (expiry) => {
      const [low, high] = this.#middle(new Extreme(this.#oracle, from, expiry, -1), expiry - DAILY.open, -1)
      return {
        title: `Overnight low, ${dayText(from)} to ${dayText(expiry)} (EST)`,
        rules: `The lowest of the readings of ${STATION} at each full minute from 18:00 Eastern Standard Time on ${dayText(from)} to 08:00 the next day, rounded to a whole °F, halves up. Exactly one of the outcomes is Yes.`,
        exclusive: true,
        outcomes: threeOutcomes(id, low, high),
        model: new ExtremeModel(this.#oracle, from, expiry, -1, low, high),
        interest: 1,
      }
    })
  }

  #rain(day: number) {
    const from = day * DAY + MIDNIGHT
    const id = day * 100 + 4
    return this.#place(id, DAILY, from + DAY, (expiry) => {
      const name = `${this.#seed}/rain/${day}`
      return {
        title: `Rain in Central Park before midnight on ${dayText(from)} (EST)`,
        rules: `Yes if the gauge at ${STATION} records 0.01 inch of rain or more from 00:00 to 24:00 Eastern Standard Time on ${dayText(from)}; otherwise No.`,
        exclusive: false,
        outcomes: [{ id, name: 'Rain', sides: YES_NO }],
        model: new ChanceModel(name, expiry - 9 * DAY, expiry, 0.2 + 0.35 * uniform(`${name}/likelihood`)),
        interest: 1.2,
      }
    })
  }

  #reading(slot: number) {
    const expiry = slot * HALF_HOUR
    const id = Math.floor(slot / 48) * 100 + 10 + (((slot % 48) + 48) % 48)
    return this.#place(id, SHORT, expiry, () => {
      const { mean } = this.#oracle.forecast(expiry - SHORT.open, SHORT.open)
      // Rounded to a tenth of a degree, so that the price can move within an hour.
      const ticks = Math.round((mean - MARK_OFFSET_TICKS) / 10) * 10 + MARK_OFFSET_TICKS
      const degrees = ((ticks - MARK_OFFSET_TICKS) / 100).toFixed(1)
      const clock = new Date(expiry * 1000).toISOString().slice(11, 16)
      return {
        title: `New York above ${degrees} °F at ${clock} UTC`,
        rules: `Yes if the reading of ${STATION} at ${clock}:00 UTC on ${new Date(expiry * 1000).toISOString().slice(0, 10)} is above ${degrees} °F; at ${degrees} °F or below it is No.`,
        exclusive: false,
        outcomes: [{ id, name: `Above ${degrees} °F at ${clock} UTC`, sides: YES_NO }],
        model: new InstantModel(this.#oracle, expiry, ticks),
        interest: 2,
      }
    })
  }

  #season(year: number) {
    const at = (month: number, day: number): number => Date.UTC(year, month, day, 5) / 1000
    const expiry = at(7, 1)
    const open = expiry - Date.UTC(year - 1, 7, 1, 7) / 1000
    return this.#place(year, { open, grace: HOUR, shown: HOUR }, expiry, () => ({
      title: `First day above 90 °F in New York, ${year}`,
      rules: `The first reading of ${STATION} at a full hour above 90.00 °F in ${year}, from 1 April, by its day in Eastern Standard Time. "Later" wins when there is none before 1 August.`,
      exclusive: false,
      outcomes: [
        { id: year, name: 'First day above 90 °F', sides: ['June or earlier', '1–15 July', '16–31 July', 'Later'] },
      ],
      model: new FirstTimeModel({
        oracle: this.#oracle,
        name: `${this.#seed}/season/${year}`,
        from: expiry - open,
        season: at(3, 1),
        ends: [at(6, 1), at(6, 16), expiry],
        ticks: MARK_OFFSET_TICKS + 9000,
        shares: [0.3, 0.35, 0.24, 0.11],
      }),
      interest: 0.6,
    }))
  }

  /** A question of a series, created on demand. `expiry` in seconds. */
  #place(
    id: number,
    life: Life,
    expiry: number,
    rest: (expiry: number) => Omit<QuestionSpec, 'id' | 'listed' | 'expiry' | 'paysAt' | 'gone'>,
  ) {
    const make = (): QuestionSpec => ({
      id,
      listed: (expiry - life.open) * 1000,
      expiry: expiry * 1000,
      paysAt: (expiry + life.grace) * 1000,
      gone: (expiry + life.grace + life.shown) * 1000,
      ...rest(expiry),
    })
    return { id, life, expiry, make }
  }

  /** The middle bucket of an extreme, whole °F, so that the three are about equally likely at listing. */
  #middle(extreme: Extreme, listed: number, sign: 1 | -1): [low: number, high: number] {
    const ahead = extreme.ahead(listed)
    if (ahead === null) return [0, 0]
    const degrees = (sign * ahead.mean - MARK_OFFSET_TICKS) / 100
    const half = Math.max(0.5, (0.43 * ahead.deviation) / 100)
    const low = Math.round(degrees - half + 0.5)
    return [low, Math.max(low, Math.round(degrees + half - 0.5))]
  }
}

const isListed = ({ open, grace, shown }: Life, expiry: number, time: number): boolean =>
  time >= (expiry - open) * 1000 && time < (expiry + grace + shown) * 1000

/** The day at the station, which starts five hours after that of UTC: titles name its zone. */
const dayText = (second: number): string => {
  const local = new Date((second - MIDNIGHT) * 1000)
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}`
}

function threeOutcomes(id: number, low: number, high: number): OutcomeSpec[] {
  const middle = low === high ? `${low} °F` : `${low} to ${high} °F`
  return [`${low - 1} °F or lower`, middle, `${high + 1} °F or higher`].map((name, i) => ({
    id: id + i,
    name,
    sides: YES_NO,
  }))
}
