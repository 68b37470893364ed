/** One question that is sent once: what became of it, and the way on where the answer is a refusal. */
import { useRef, useState } from 'react'
import { TerminalFailure, wordsOf } from '../../bridge/index.ts'
import type { ChipPlace } from './drag-chip.tsx'

interface Ask {
  readonly isSending: boolean
  /** Why it was not taken, of what was last sent as it stands; null else. */
  readonly refused: string | null
  /** Why it could not act as long as its market trades, which the trader may accept; null where it can. */
  readonly early: string | null
  /** @param about the same text for the same question: asked again, it is the same request */
  readonly ask: (about: string, send: (requestId: string) => Promise<unknown>) => void
}

/** @param about what would be asked now: a refusal of something else is not said of it */
export function useAsk(
  about: string,
  { onSent, onTaken, onRefused }: Pick<ChipPlace, 'onSent' | 'onTaken' | 'onRefused'>,
): Ask {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<{ about: string; words: string; isEarly: boolean } | null>(null)
  const request = useRef<{ about: string; id: string } | null>(null)
  const said = refusal?.about === about ? refusal : null
  return {
    isSending,
    refused: said === null || said.isEarly ? null : said.words,
    early: said?.isEarly === true ? said.words : null,
    ask(asked, send) {
      if (isSending) return
      if (request.current?.about !== asked) request.current = { about: asked, id: crypto.randomUUID() }
      setSending(true)
      onSent()
      send(request.current.id)
        .then(onTaken, (error: unknown) => {
          const isEarly = error instanceof TerminalFailure && error.code === 'acts_until'
          onRefused(wordsOf(error))
          setRefusal({ about: asked, words: wordsOf(error), isEarly })
        })
        .finally(() => setSending(false))
        .catch(() => undefined)
    },
  }
}
