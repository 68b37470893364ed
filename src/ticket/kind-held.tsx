/** The kind of order cannot be changed while a form waits for the answer to what it sent: another form would take its place, and the answer be lost. */
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'

interface KindHeld {
  readonly isHeld: boolean
  readonly hold: (isHeld: boolean) => void
}

const KindHeldContext = createContext<KindHeld>({ isHeld: false, hold: () => undefined })

/** Around the choice of kinds and their forms. */
export function KindHolder({ children }: { readonly children: ReactNode }): ReactNode {
  const [isHeld, hold] = useState(false)
  const value = useMemo(() => ({ isHeld, hold }), [isHeld])
  return <KindHeldContext value={value}>{children}</KindHeldContext>
}

/** Whether another kind cannot be chosen now. */
export const useKindHeld = (): boolean => useContext(KindHeldContext).isHeld

/** Holds the kind while the form waits for an answer. */
export function useHoldKind(isSending: boolean): void {
  const { hold } = useContext(KindHeldContext)
  useLayoutEffect(() => {
    hold(isSending)
    return () => hold(false)
  }, [hold, isSending])
}
