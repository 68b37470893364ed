/** Three windows with six link groups: each group has two panels, in two of the windows, and its own market. */
import { layoutOf, savedWindows } from '../../src/testing/layout.ts'

const ROOM = { width: 1600, height: 900 }

/** Refs of markets. */
interface Markets {
  /** Of groups 4, 5 and 6; groups 1 to 3 start with the live ones and the outcome that expires first. */
  readonly scalar: string
  readonly binary: string
  readonly outcome: string
  /** An unlisted market to which a panel is pinned. */
  readonly unknown: string
}

/** Their contents of a data folder. */
export function sixMarkets(profile: string, { scalar, binary, outcome, unknown }: Markets): string {
  const linked = (group: number, shown?: string) => ({ group, ...(shown === undefined ? {} : { shown }) })
  return savedWindows(profile, [
    layoutOf(
      'window-1',
      [
        [
          { kind: 'chart', market: linked(3) },
          { kind: 'trades', market: linked(4, scalar) },
        ],
        [{ kind: 'book', market: linked(2) }],
        [{ kind: 'ticket', market: linked(1) }],
      ],
      ROOM,
    ),
    layoutOf(
      'window-2',
      [
        [
          { kind: 'chart', market: linked(2) },
          { kind: 'depth', market: linked(5, binary) },
        ],
        [{ kind: 'book', market: linked(1) }],
        [{ kind: 'book', market: linked(6, outcome) }],
      ],
      ROOM,
    ),
    layoutOf(
      'window-3',
      [
        [{ kind: 'book', market: linked(3) }],
        [
          { kind: 'chart', market: linked(4) },
          { kind: 'markets', market: linked(5) },
        ],
        [
          { kind: 'trades', market: linked(6) },
          { kind: 'depth', market: unknown },
        ],
      ],
      ROOM,
    ),
  ])
}
