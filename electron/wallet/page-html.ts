/** The one-time page: what will be signed, in words and fields, and a button for each wallet of the browser. */
import { PAGE_SCRIPT } from './page-script.ts'
import type { UserSignatureRequest, UserTypedData } from './user-signer.ts'

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** Nothing but the page's own script and style, and answers to the server it came from. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const STYLE = `
:root { color-scheme: dark light; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 640px; margin: 48px auto; padding: 0 20px }
h1 { font-size: 20px }
table { width: 100%; border-collapse: collapse; margin: 20px 0 }
th, td { padding: 7px 0; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); text-align: left; vertical-align: top }
th { width: 34%; font-weight: 500; opacity: 0.75 }
td { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere }
button { margin: 0 8px 8px 0; padding: 9px 16px; border: 1px solid currentColor; border-radius: 6px; background: none; color: inherit; font: inherit }
button:disabled { opacity: 0.5 }
#says { min-height: 3em; font-weight: 500 }
#says[data-tone="bad"]::before { content: "✕ " }
#says[data-tone="good"]::before { content: "✓ " }
pre { overflow: auto; font-size: 12px }
`

/** @param page what messages from this page carry, so that no other page can speak for it. */
export function pageHtml(request: UserSignatureRequest, page: string, nonce: string): string {
  const { title, fields, signer, typedData } = request
  const data = { page, signer, chainId: typedData.domain.chainId ?? null, typedData: typedDataJson(typedData) }
  const rows = fields.map(({ name, value }) => `<tr><th scope="row">${text(name)}</th><td>${text(value)}</td></tr>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Isotherm: ${text(title)}</title>
<meta name="viewport" content="width=device-width">
<style nonce="${nonce}">${STYLE}</style>
<main>
<h1>${text(title)}</h1>
<p>Isotherm asks your wallet for one signature. It costs nothing and sends nothing by itself. Compare these fields with what your wallet shows.</p>
<table>${rows.join('')}<tr><th scope="row">Signed by</th><td>${text(signer)}</td></tr></table>
<div id="wallets"></div>
<p id="says" role="status">Looking for wallets…</p>
<details><summary>The message as your wallet gets it</summary><pre>${text(JSON.stringify(JSON.parse(data.typedData), null, 2))}</pre></details>
</main>
<script type="application/json" id="request" nonce="${nonce}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}">${PAGE_SCRIPT}</script>
</html>
`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const text = (value: string): string => value.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark)

/** JSON text that a wallet hashes to the very digest that main checks the signature against. */
function typedDataJson({ domain, types, primaryType, message }: UserTypedData): string {
  const EIP712Domain = DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined)
  return JSON.stringify({ domain, types: { ...types, EIP712Domain }, primaryType, message })
}
