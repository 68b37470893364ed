/** The one-time page: what will be signed, as text and fields, and a button for each wallet of the browser. */
import type { UserSignatureRequest, UserTypedData } from './user-signer.ts'

/**
 * The script of the one-time page, in the trader's own browser. Plain script text: it is served unchanged and shares nothing with the terminal but
 * the JSON in the page and the messages it posts.
 * Posts `{ page, kind: 'signed', account, signature }`, `{ page, kind: 'rejected', message }` or `{ page, kind: 'note', message }`.
 */
const PAGE_SCRIPT = `'use strict'
{
  const request = JSON.parse(document.getElementById('request').textContent)
  const wallets = document.getElementById('wallets')
  const says = document.getElementById('says')
  const known = new Map()
  let over = false

  const say = (text, tone) => {
    says.textContent = text
    says.dataset.tone = tone || 'plain'
  }
  const wordsOf = (error) => String((error && error.message) || error || 'The wallet gave no reason.')
  const post = async (message) => {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page: request.page, ...message }),
    })
    return { ok: response.ok, text: (await response.json()).message }
  }
  const end = (text, tone) => {
    over = true
    wallets.replaceChildren()
    say(text, tone)
  }

  const useChain = async (provider) => {
    if (request.chainId === null) return
    const wanted = '0x' + request.chainId.toString(16)
    try {
      const present = await provider.request({ method: 'eth_chainId' })
      if (Number(present) === request.chainId) return
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] })
    } catch {
      // Many wallets sign for a chain they are not on; one that does not says so when it is asked to sign.
    }
  }

  const sign = async (provider) => {
    say('Confirm in your wallet.', 'wait')
    const accounts = await provider.request({ method: 'eth_requestAccounts' })
    const account = accounts.find((one) => String(one).toLowerCase() === request.signer)
    if (account === undefined) {
      const text = 'Your wallet offered ' + (accounts[0] || 'no account') + '; this request must be signed by ' + request.signer +
        '. Choose that account in your wallet and try again.'
      await post({ kind: 'note', message: text })
      say(text, 'bad')
      return
    }
    await useChain(provider)
    const signature = await provider.request({ method: 'eth_signTypedData_v4', params: [account, request.typedData] })
    const answer = await post({ kind: 'signed', account, signature })
    if (answer.ok) end('Done. Isotherm has the signature; you can close this page.', 'good')
    else end(answer.text, 'bad')
  }

  const start = async (provider) => {
    for (const button of wallets.querySelectorAll('button')) button.disabled = true
    try {
      await sign(provider)
    } catch (error) {
      if (error && error.code === 4001) {
        await post({ kind: 'rejected', message: wordsOf(error) }).catch(() => undefined)
        end('You declined in your wallet. Nothing was signed. Start again from Isotherm to retry.', 'bad')
      } else {
        say(wordsOf(error), 'bad')
        await post({ kind: 'note', message: wordsOf(error) }).catch(() => {
          end('This request has ended. Nothing was signed. Start again from Isotherm.', 'bad')
        })
      }
    }
    if (!over) for (const button of wallets.querySelectorAll('button')) button.disabled = false
  }

  const offer = (id, name, provider) => {
    if (over || known.has(id)) return
    for (const other of known.values()) if (other === provider) return
    known.set(id, provider)
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Sign with ' + name
    button.addEventListener('click', () => void start(provider))
    wallets.append(button)
    say('', 'plain')
  }

  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = event.detail || {}
    if (info && provider) offer(String(info.uuid), String(info.name).slice(0, 60), provider)
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  setTimeout(() => {
    if (known.size === 0 && window.ethereum) offer('injected', 'this browser\\'s wallet', window.ethereum)
    if (known.size === 0) say('This browser has no wallet. Open this address in the browser with your wallet.', 'bad')
  }, 300)
}
`

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** Only the page's own script and style, and answers to its own server. */
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

/** @param page mark of this page's messages, so that no other page can speak for it. */
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
<p>Isotherm asks your wallet for one signature. Signing costs no gas; Isotherm then submits the signed request to the venue. Compare these fields with what your wallet shows.</p>
<table>${rows.join('')}<tr><th scope="row">Signed by</th><td>${text(signer)}</td></tr></table>
<div id="wallets"></div>
<p id="says" role="status">Looking for wallets…</p>
<details><summary>Message for your wallet</summary><pre>${text(JSON.stringify(JSON.parse(data.typedData), null, 2))}</pre></details>
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

/** JSON text that a wallet hashes to the exact digest that main checks the signature against. */
function typedDataJson({ domain, types, primaryType, message }: UserTypedData): string {
  const EIP712Domain = DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined)
  return JSON.stringify({ domain, types: { ...types, EIP712Domain }, primaryType, message })
}
