/** Names of workspaces and templates: unique regardless of case, and no workspace is named like a template. Pure. */

/** Names of the templates in menus, on tabs and in storage, in display order. */
export const TEMPLATE_TITLES = {
  scalar: 'Scalar',
  scalp: 'Scalp',
  binary: 'Binary',
  outcomes: 'Outcomes',
  settlement: 'Settlement',
  books: 'Books',
  everything: 'Everything',
} as const

export type TemplateId = keyof typeof TEMPLATE_TITLES

/** Reserved names: otherwise two tabs would have the same name. */
export const TEMPLATE_NAMES: readonly string[] = Object.values(TEMPLATE_TITLES)

/** The template that a first start shows. */
export const FIRST_TEMPLATE = TEMPLATE_TITLES.scalar

/** Maximum number of characters. */
export const LONGEST_NAME = 60

export const isSameName = (a: string, b: string): boolean => a.toLocaleLowerCase('en') === b.toLocaleLowerCase('en')

/** The template of a name. */
export const templateNamed = (name: string): string | undefined =>
  TEMPLATE_NAMES.find((template) => isSameName(template, name))

/** The name itself, or with the first number that makes it unique: `Morning`, `Morning 2`, `Morning 3`. */
export function freeName(name: string, taken: readonly string[]): string {
  const isTaken = (one: string): boolean => [...TEMPLATE_NAMES, ...taken].some((other) => isSameName(other, one))
  if (!isTaken(name)) return name
  for (let count = 2; ; count += 1) {
    const suffix = ` ${count}`
    const next = `${name.slice(0, LONGEST_NAME - suffix.length).trimEnd()}${suffix}`
    if (!isTaken(next)) return next
  }
}
