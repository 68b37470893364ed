/** Names of workspaces: each once, whatever the case of its letters. */
import type { StoredWorkspace } from '../storage/index.ts'

const same = (a: string, b: string): boolean => a.toLocaleLowerCase('en') === b.toLocaleLowerCase('en')

export const find = (all: readonly StoredWorkspace[], name: string): StoredWorkspace | undefined =>
  all.find((each) => same(each.name, name))

/** Longest name (contract/workspace.ts). */
const LONGEST = 60

/** The name itself, or with the first number that makes it free. */
export function freeName(all: readonly StoredWorkspace[], name: string): string {
  if (find(all, name) === undefined) return name
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`
    const tried = `${name.slice(0, LONGEST - ending.length).trimEnd()}${ending}`
    if (find(all, tried) === undefined) return tried
  }
}
