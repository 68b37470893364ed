/** What Enter does in a field of a ticket: it sends nothing, and goes on to what is next. Pure. */

/** Where Enter leads on to, in the order in which a ticket is filled in. */
interface EnterPath {
  /** Names of the fields; one that is `aside` is no stop, and leads on to the one it names, else to the button. */
  readonly fields: readonly { readonly name: string; readonly aside?: boolean; readonly leadsTo?: string }[]
  /** Names of the buttons, as they stand. */
  readonly buttons: readonly string[]
  /** Which of the buttons is wanted. */
  readonly wanted: number
}

/** The place of the field that comes after one; null where the button does. */
export function fieldAfter({ fields }: Pick<EnterPath, 'fields'>, at: number): number | null {
  const from = fields[at]
  if (from?.aside === true) {
    const to = fields.findIndex(({ name }, index) => index > at && name === from.leadsTo)
    return to < 0 ? null : to
  }
  const next = fields.findIndex((field, index) => index > at && field.aside !== true)
  return next < 0 ? null : next
}

/** What Enter does in the field that has the focus, as a sentence; null while none has. */
export function enterText(path: EnterPath, at: number | null): string | null {
  if (at === null) return null
  const next = fieldAfter(path, at)
  if (next !== null) return `Enter: go to ${path.fields[next]?.name}.`
  const { buttons, wanted } = path
  const other = buttons[wanted + 1] ?? buttons[wanted - 1]
  const to = `Enter: go to ${buttons[wanted]}`
  if (other === undefined) return `${to}.`
  return `${to}; then ${wanted + 1 < buttons.length ? 'Tab' : 'Shift+Tab'}: to ${other}.`
}
