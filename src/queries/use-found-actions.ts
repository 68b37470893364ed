/** Actions by an id that is typed: main finds them however old they are. */
import { useQuery } from '@tanstack/react-query'
import type { FoundAction } from '../../contract/action.ts'
import { type TerminalFailure, useCall } from '../bridge/index.ts'
import { againAfterFailure, type Read, useScope } from './hooks.ts'
import { accountKey } from './keys.ts'
import { TYPED, useSettled } from './use-settled.ts'

/** Whether a text may be a whole id: one word with a digit in it. */
const mayBeId = (text: string): boolean => /^\S{2,120}$/.test(text) && /\d/.test(text)

/** @param typed what was typed; not asked while it can be no id. */
export function useFoundActions(typed: string): {
  readonly read: Read<readonly FoundAction[]>
  /** Whether the answer is yet to come. */
  readonly isLooking: boolean
} {
  const call = useCall()
  const { profile, address } = useScope()
  const id = useSettled(typed, TYPED).trim()
  const read = useQuery<readonly FoundAction[], TerminalFailure>({
    queryKey: accountKey(profile ?? '', address ?? null, 'found-actions', id),
    queryFn: () => call('findActions', { id }),
    enabled: profile !== undefined && mayBeId(id),
    refetchInterval: againAfterFailure,
  })
  return { read, isLooking: mayBeId(typed.trim()) && (id !== typed.trim() || read.isPending) && read.error === null }
}
