/** The trader's word on another client of the wallet: a button that says what it will say. */
import { type ReactNode, useState } from 'react'
import { useCall, wordsOf } from '../bridge/index.ts'
import { Button } from '../ui/index.ts'

/** @param isExpected what the trader said last. `failure` is why a word was not taken. */
export function useExpectOtherClient(isExpected: boolean): {
  readonly button: ReactNode
  readonly failure: string | null
} {
  const call = useCall()
  const [failure, setFailure] = useState<string | null>(null)
  const say = (): void => {
    setFailure(null)
    call('expectOtherClient', { isExpected: !isExpected }).catch((error: unknown) => setFailure(wordsOf(error)))
  }
  const button = (
    <Button size="small" onClick={say}>
      {isExpected ? 'Warn me again' : 'I know this client'}
    </Button>
  )
  return { button, failure }
}
