/** A `ChangeReader` that follows a topic. */
import { useEffect, useRef, useState } from 'react'
import { useMarketData } from '../market-data/index.ts'
import { ChangeReader } from './change-reader.ts'

/** @param version what the topic says; undefined reads nothing */
export function useChanges<Answer extends { readonly version: number }>(
  version: number | undefined,
  read: (since: number) => Promise<Answer>,
  take: (answer: Answer) => void,
): void {
  const { clock } = useMarketData()
  const calls = useRef({ read, take })
  useEffect(() => {
    calls.current = { read, take }
  })
  const [reader] = useState(
    () =>
      new ChangeReader<Answer>({
        read: (since) => calls.current.read(since),
        take: (answer) => calls.current.take(answer),
        after: (ms, run) => clock.after(ms, run),
      }),
  )
  useEffect(() => reader.want(version), [reader, version])
  useEffect(() => () => reader.want(undefined), [reader])
}
