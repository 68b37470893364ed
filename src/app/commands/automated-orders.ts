/** Commands for automated orders: scales, slices and exits. */

import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { type Price, padTo, placesOf } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { algoTitle } from '../../algo/index.ts'
import type { Command, EntryProvider } from '../../commands/index.ts'

// Commands for scales and slices: each acts on the newest applicable one in the market in use.

interface AlgoPort {
  /** Null while they are being read. */
  readonly algos: readonly AlgoView[] | null
  /** Asset of the market in use; null where there is none. */
  readonly asset: string | null
  readonly pause: (id: string) => void
  /** Shows in its row what it would do if resumed. */
  readonly askGoOn: (id: string) => void
  /** Stops it and cancels its resting orders. */
  readonly stop: (id: string) => void
}

const TITLES = {
  pause: { of: (title: string) => `Pause: ${title}`, none: 'Pause scale or slices' },
  resume: { of: (title: string) => `Resume: ${title}`, none: 'Resume scale or slices' },
  stop: {
    of: (title: string) => `Stop and cancel open orders: ${title}`,
    none: 'Stop scale or slices and cancel its open orders',
  },
} as const

/** All of them: none sends an order by itself. */
export function algoCommands({ algos, asset, pause, askGoOn, stop }: AlgoPort): readonly Command[] {
  const own = (algos ?? [])
    .filter((one) => one.asset === asset && !isAlgoFinal(one.state))
    .toSorted((a, b) => b.at - a.at)
  const command = (
    id: string,
    text: { readonly of: (title: string) => string; readonly none: string },
    can: (one: AlgoView) => boolean,
    none: string,
    run: (id: string) => void,
    asks = true,
  ): Command => {
    const one = own.find(can)
    const title = one === undefined ? text.none : text.of(algoTitle(one))
    return {
      id: `algo/${id}`,
      title,
      ...(asks ? { asks: `${title}: press again` } : {}),
      scope: 'market',
      aliases: ['scale', 'slices', 'twap', 'automated orders'],
      impossible: asset === null ? COMMON.noPanelShows : algos === null ? 'Loading' : one ? null : none,
      run() {
        if (one !== undefined) run(one.id)
      },
    }
  }
  return [
    command('pause', TITLES.pause, ({ state }) => state === 'working', 'None running in this market', pause),
    command('go-on', TITLES.resume, ({ state }) => state === 'paused', 'None paused in this market', askGoOn, false),
    command('stop', TITLES.stop, ({ state }) => state !== 'stopping', 'None running in this market', stop),
  ]
}

// Exits in the palette, each canceled individually: the rest of its plan stays.

interface ExitsPort {
  /** All exits held by this terminal. */
  readonly held: readonly ConditionalView[]
  /** Null while unknown. */
  readonly tickOf: (asset: string) => Price | null
  readonly titleOf: (asset: string) => string
  readonly cancel: (id: string) => void
}

/** `cancel stop`, `cancel target 2`, `cancel exit 571`: matches nothing else, and no other line matches it. */
const MEANT = /^cancel\b.*\b(stop|target|take|exit)/i

function cancelExitText(role: ConditionalView['plan']['role'], at: string | null, market: string): string {
  if (role === 'time') return `Cancel the time exit of ${market}`
  if (role === 'stop') return at === null ? `Cancel the stop of ${market}` : `Cancel the stop at ${at} of ${market}`
  return at === null ? `Cancel target ${role + 1} of ${market}` : `Cancel target ${role + 1} at ${at} of ${market}`
}

/** Ranked before the commands: Enter is for the named exit. */
export const exitProvider = ({ held, tickOf, titleOf, cancel }: ExitsPort): EntryProvider => ({
  section: 'Exits',
  first: true,
  search(query, most) {
    if (!MEANT.test(query.trim())) return []
    const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
    return held
      .filter(({ state }) => state === 'armed' || state === 'waiting')
      .map((one) => {
        const { id, target, trigger, plan } = one
        const tick = tickOf(target.asset)
        const at = trigger === null ? null : tick === null ? trigger : padTo(trigger, placesOf(tick))
        const others = held.some((other) => other.plan.id === plan.id && other.id !== id)
        return {
          id,
          title: cancelExitText(plan.role, at, titleOf(target.asset)),
          detail: others ? 'an exit; the rest of its plan stays' : 'an exit',
          run: () => cancel(id),
        }
      })
      .filter(({ title }) => {
        const text = `${title} an exit`.toLowerCase()
        return terms.every((label) => text.includes(label))
      })
      .slice(0, most)
  },
})
