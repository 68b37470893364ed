/**
 * Holds a page to making no HTML, script or script address of text: the policy that it is served under lets only a trusted-types policy do so
 * (`electron/windows/app-protocol.ts`), and this is the only one. It stands for the text that a component library empties its elements with.
 * Imported before everything else.
 */

/** What is used of the Trusted Types API, which the types of the DOM do not have. */
interface TrustedTypes {
  readonly createPolicy: (name: 'default', rules: { readonly createHTML: (text: string) => string }) => unknown
}

/** @throws TypeError for any text but none. */
export function emptyOnly(text: string): string {
  if (text === '') return ''
  throw new TypeError('a window of the terminal makes no HTML of text')
}

;(globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: emptyOnly,
})
