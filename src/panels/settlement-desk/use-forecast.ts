/** Learns of the past what a forecast takes outside of renders, a few ms at a time: a frame never waits for it. */
import { useEffect, useRef, useState } from 'react'
import type { Forecaster, Moment } from '../../../contract/settlement/index.ts'

/** Of one turn, ms: a quarter of a frame. */
const TURN_MS = 4

/** Whether all that the forecast of a moment takes has been learnt; null asks for none. */
export function useLearnt(forecaster: Forecaster, moment: Moment | null): boolean {
  const [, wake] = useState(0)
  const isReady = moment === null || forecaster.isReady(moment)
  const asked = useRef(moment)
  useEffect(() => {
    asked.current = moment
  })
  useEffect(() => {
    if (isReady) return
    let timer = setTimeout(turn, 0)
    function turn(): void {
      const until = performance.now() + TURN_MS
      // What is asked for moves on each second; what is learnt for it seldom changes.
      while (asked.current !== null && !forecaster.learnOn(asked.current)) {
        if (performance.now() < until) continue
        timer = setTimeout(turn, 0)
        return
      }
      wake((times) => times + 1)
    }
    return () => clearTimeout(timer)
  }, [forecaster, isReady])
  return isReady
}
