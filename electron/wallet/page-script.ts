/**
 * What runs in the one-time page, in the trader's own browser. Plain script text: it is served as it stands and shares nothing with the
 * terminal but the JSON in the page and the messages it posts.
 *
 * Posts `{ page, kind: 'signed', account, signature }`, `{ page, kind: 'rejected', message }` or `{ page, kind: 'note', message }`.
 */
export const PAGE_SCRIPT = `'use strict'
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
    say('Look at your wallet: it asks you to confirm.', 'wait')
    const accounts = await provider.request({ method: 'eth_requestAccounts' })
    const account = accounts.find((one) => String(one).toLowerCase() === request.signer)
    if (account === undefined) {
      const text = 'Your wallet offered ' + (accounts[0] || 'no account') + '; this has to be signed by ' + request.signer +
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
        end('You declined in your wallet. Nothing was signed. Start again from Isotherm if you want to.', 'bad')
      } else {
        say(wordsOf(error), 'bad')
        await post({ kind: 'note', message: wordsOf(error) }).catch(() => {
          end('Isotherm does not wait for this any more. Nothing was signed. Start again from Isotherm.', 'bad')
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
    if (known.size === 0 && window.ethereum) offer('injected', 'the wallet of this browser', window.ethereum)
    if (known.size === 0) say('This browser has no wallet. Open this address in the browser that has yours.', 'bad')
  }, 300)
}
`
