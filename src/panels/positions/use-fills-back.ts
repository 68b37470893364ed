/** The trader's fills as far back as positions were opened, or as is read at most. */
import { useMemo } from 'react'
import type { Position } from '../../../contract/account.ts'
import { type FillsRead, heldSince } from '../../positions/index.ts'
import { useFills } from '../../queries/index.ts'

/** How many fills are read where the newest do not reach back to the opening of every position. */
const FAR = 500
const NEAR = 100

/** The newest fills, and more of them where those tell of a position no beginning. */
export function useFillsBack(open: readonly Position[] | null): FillsRead | null {
  const near = useFills(NEAR).data
  const isShort =
    near !== undefined &&
    near.length >= NEAR &&
    open?.some((position) => heldSince(position, { fills: near, limit: NEAR }).at === null) === true
  const far = useFills(FAR, isShort).data
  return useMemo(() => {
    if (isShort && far !== undefined) return { fills: far, limit: FAR }
    return near === undefined ? null : { fills: near, limit: NEAR }
  }, [near, far, isShort])
}
