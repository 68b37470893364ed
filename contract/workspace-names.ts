/** What workspaces and templates are called: each name once, whatever the case of its letters, and no workspace as a template. Pure. */

/** What the templates are called, in menus, on tabs and in what is kept, in the order in which they are shown. */
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

/** No workspace is saved under such a name: two tabs would be called the same. */
export const TEMPLATE_NAMES: readonly string[] = Object.values(TEMPLATE_TITLES)

/** The template that a first start shows. */
export const FIRST_TEMPLATE = TEMPLATE_TITLES.scalar

/** As many characters as a name may have. */
export const LONGEST_NAME = 60

export const isSameName = (a: string, b: string): boolean => a.toLocaleLowerCase('en') === b.toLocaleLowerCase('en')

/** The template that is called so. */
export const templateNamed = (name: string): string | undefined =>
  TEMPLATE_NAMES.find((template) => isSameName(template, name))

/** The name itself, or with the first number that makes it neither taken nor a template's: `Morning`, `Morning 2`, `Morning 3`. */
export function freeName(name: string, taken: readonly string[]): string {
  const isTaken = (one: string): boolean => [...TEMPLATE_NAMES, ...taken].some((other) => isSameName(other, one))
  if (!isTaken(name)) return name
  for (let count = 2; ; count += 1) {
    const ending = ` ${count}`
    const next = `${name.slice(0, LONGEST_NAME - ending.length).trimEnd()}${ending}`
    if (!isTaken(next)) return next
  }
}
