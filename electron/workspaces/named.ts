/** Names of workspaces: each once, and none that a template has, whatever the case of its letters. */
import { TEMPLATE_NAMES } from '../../contract/workspace.ts'
import type { StoredWorkspace } from '../storage/index.ts'

export const isSameName = (a: string, b: string): boolean => a.toLocaleLowerCase('en') === b.toLocaleLowerCase('en')

export const find = (all: readonly StoredWorkspace[], name: string): StoredWorkspace | undefined =>
  all.find((each) => isSameName(each.name, name))

/** The template that is called so. */
export const templateNamed = (name: string): string | undefined =>
  TEMPLATE_NAMES.find((template) => isSameName(template, name))

/** Longest name (contract/workspace.ts). */
const LONGEST = 60

/** The name itself, or with the first number that makes it free. */
export function freeName(all: readonly StoredWorkspace[], name: string): string {
  const isFree = (one: string): boolean => find(all, one) === undefined && templateNamed(one) === undefined
  if (isFree(name)) return name
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`
    const tried = `${name.slice(0, LONGEST - ending.length).trimEnd()}${ending}`
    if (isFree(tried)) return tried
  }
}
