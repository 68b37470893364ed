/** Something long that is read by its changes: a topic says that there are some, and a call answers with those since the last one. */
import { useEffect, useRef } from 'react'

interface Answer {
  readonly version: number
}

/**
 * Reads what changed whenever the version is another than that of the last answer, one read at a time.
 * @param version what the topic says; undefined reads nothing
 * @param read answers with what changed after a version; 0 for all
 * @param take is given each answer
 */
export function useChanges<A extends Answer>(
  version: number | undefined,
  read: (since: number) => Promise<A>,
  take: (answer: A) => void,
): void {
  const known = useRef(0)
  const reading = useRef(false)
  const wanted = useRef(version)
  const calls = useRef({ read, take })
  useEffect(() => {
    calls.current = { read, take }
  })
  useEffect(() => {
    wanted.current = version
    const turn = (): void => {
      if (reading.current || wanted.current === undefined || wanted.current === known.current) return
      reading.current = true
      const asked = wanted.current
      calls.current.read(known.current).then(
        (answer) => {
          reading.current = false
          known.current = answer.version
          calls.current.take(answer)
          // What changed meanwhile is read at once; an answer that is behind the topic waits for its next word.
          if (wanted.current !== asked) turn()
        },
        () => {
          // Main said no, or is gone: the next version asks again.
          reading.current = false
        },
      )
    }
    turn()
  }, [version])
}
