/** The commands about scales and slices: each for the newest of the market in use that it can be done with. Pure. */
import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import { algoTitle } from '../../algo/index.ts'
import type { Command } from '../../commands/index.ts'

/** What they need of the window. */
export interface AlgoPort {
  /** Null while they are being read. */
  readonly algos: readonly AlgoView[] | null
  /** Of the market in use; null where there is none. */
  readonly asset: string | null
  readonly pause: (id: string) => void
  /** Shows in its row what it would do if it went on. */
  readonly askGoOn: (id: string) => void
  /** Stops it and cancels what rests of it. */
  readonly stop: (id: string) => void
}

/** All of them: none sends an order by itself. */
export function algoCommands({ algos, asset, pause, askGoOn, stop }: AlgoPort): readonly Command[] {
  const own = (algos ?? [])
    .filter((one) => one.asset === asset && !isAlgoFinal(one.state))
    .toSorted((a, b) => b.at - a.at)
  const command = (
    id: string,
    verb: string,
    can: (one: AlgoView) => boolean,
    none: string,
    run: (id: string) => void,
  ): Command => {
    const one = own.find(can)
    return {
      id: `algo/${id}`,
      title: one === undefined ? `${verb}: a scale or slices of the market` : `${verb}: ${algoTitle(one)}`,
      scope: 'market',
      words: ['scale', 'slices', 'twap', 'held work'],
      impossible:
        asset === null ? 'No panel shows a market' : algos === null ? 'They are being read' : one ? null : none,
      run() {
        if (one !== undefined) run(one.id)
      },
    }
  }
  return [
    command('pause', 'Pause', ({ state }) => state === 'working', 'None is at work in this market', pause),
    command('go-on', 'Go on with', ({ state }) => state === 'paused', 'None is paused in this market', askGoOn),
    command(
      'stop',
      'Stop and cancel what rests',
      ({ state }) => state !== 'stopping',
      'None is at work in this market',
      stop,
    ),
  ]
}
