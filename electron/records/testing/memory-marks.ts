/** How far back order histories were read, in memory. */
import type { HistoryMarkStore } from '../../storage/index.ts'

export function memoryMarks(): HistoryMarkStore {
  const kept = new Map<string, NonNullable<ReturnType<HistoryMarkStore['mark']>>>()
  return {
    mark: ({ profile, account }, kind) => kept.get(`${profile}/${account}/${kind}`) ?? null,
    keepMark: ({ profile, account }, kind, mark) => void kept.set(`${profile}/${account}/${kind}`, mark),
  }
}
