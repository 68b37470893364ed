/** Runs a command from a dialog: the dialog closes first, so that the focus is back in its place. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/index.ts'
import { type Command, runCommand } from './command.ts'
import { useCommandList } from './registry.ts'

interface LeadAway {
  /** Closes the dialog and then runs the command. */
  readonly goTo: (command: Command) => void
  /** To be rendered within the dialog. */
  readonly ending: ReactNode
}

/** @param close closes the dialog */
export function useLeaderKeyAway(close: () => void): LeadAway {
  const next = useRef<Command | null>(null)
  return {
    goTo(command) {
      next.current = command
      close()
    },
    ending: <Ending next={next} />,
  }
}

/** Runs the chosen command once the dialog is gone and the focus is back in its place. */
function Ending({ next }: { readonly next: { current: Command | null } }): ReactNode {
  useEffect(
    () => () => {
      const command = next.current
      next.current = null
      if (command !== null) requestAnimationFrame(() => requestAnimationFrame(() => void runCommand(command)))
    },
    [next],
  )
  return null
}

interface CommandButtonProps {
  /** Of the command. */
  readonly id: string
  readonly text: string
  readonly variant?: 'primary' | 'quiet'
  /** Class of the reason, where the command is unavailable. */
  readonly whyClass?: string | undefined
  readonly goTo: (command: Command) => void
}

/** A button for a command of the table, which shows the reason where it is unavailable. */
export function CommandButton({ id, text: message, variant, whyClass, goTo }: CommandButtonProps): ReactNode {
  const command = useCommandList().find((one) => one.id === id)
  const why = command === undefined ? 'Not in this window' : (command.impossible ?? null)
  return (
    <>
      <Button
        size="small"
        {...(variant !== undefined && { variant })}
        disabled={why !== null}
        onClick={() => command !== undefined && goTo(command)}
      >
        {message}
      </Button>
      {why !== null && <span className={whyClass}>{why}</span>}
    </>
  )
}
