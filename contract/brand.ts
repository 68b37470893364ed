/** Nominal typing: a `Brand<string, 'Price'>` is a string that passed the check that makes it a price. */
declare const brand: unique symbol

/** A `Base` value that can only be made by the functions which check it. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: { readonly [N in Name]: true } }

/** Marks a branch that the types say cannot be reached; reaching it is a programming error and throws. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`)
}
