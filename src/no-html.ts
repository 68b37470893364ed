/**
 * Prevents a page from creating HTML, scripts or script addresses from text: its policy allows this only to a trusted-types policy
 * (`electron/windows/app-protocol.ts`), and this is the only one. It permits only the empty text with which a component library clears its elements.
 * Must be imported before everything else.
 */

/** The used part of the Trusted Types API, which the DOM types lack. */
interface TrustedTypes {
  readonly createPolicy: (name: 'default', rules: { readonly createHTML: (text: string) => string }) => unknown
}

/** @throws TypeError for any text but the empty one */
export function emptyOnly(text: string): string {
  if (text === '') return ''
  throw new TypeError('a window of the terminal makes no HTML of text')
}

;(globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: emptyOnly,
})
