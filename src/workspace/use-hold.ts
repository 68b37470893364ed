/** Holding the panel that a component is in to its market. */
import { useId, useLayoutEffect } from 'react'
import { hold } from './held-panels.ts'
import { usePanel } from './panel.tsx'

/**
 * While there is a reason, the panel that the component is in does not follow its link group: it says where the group went.
 * @param reason what would be lost, in words: `an estimate waits`; null while nothing would.
 */
export function useHold(reason: string | null): void {
  const { id } = usePanel()
  const holder = useId()
  useLayoutEffect(() => (reason === null ? undefined : hold(id, holder, reason)), [id, holder, reason])
}
