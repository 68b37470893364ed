/** Records of other clients, in memory. */
import type { OtherClientStore, PastOf } from '../../storage/index.ts'

export function memoryOtherClients(): OtherClientStore {
  const reports = new Set<string>()
  const expected = new Set<string>()
  const keyOf = ({ profile, account }: PastOf): string => `${profile}/${account}`
  return {
    isReported: (of, oid) => reports.has(`${keyOf(of)}/${oid}`),
    keepReported(of, oids) {
      for (const oid of oids) reports.add(`${keyOf(of)}/${oid}`)
    },
    isExpected: (of) => expected.has(keyOf(of)),
    setExpected(of, isExpected) {
      if (isExpected) expected.add(keyOf(of))
      else expected.delete(keyOf(of))
    },
  }
}
