/** What is typed, once nothing was typed for a moment. */
import { useEffect, useState } from 'react'
import { useMarketData } from '../market-data/index.ts'

/** Main is asked once nothing was typed for so long, ms. */
export const TYPED = 150

/** A value once it has stayed for so long. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const { clock } = useMarketData()
  const [settled, setSettled] = useState(value)
  useEffect(() => clock.after(ms, () => setSettled(() => value)), [clock, value, ms])
  return settled
}
