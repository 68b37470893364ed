import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'

const frames = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise(requestAnimationFrame)
}

/** A button in the page, and its number of clicks. */
function button(): { readonly element: HTMLButtonElement; presses(): number } {
  const element = document.createElement('button')
  element.textContent = 'Send'
  Object.assign(element.style, { position: 'fixed', left: '100px', top: '100px' })
  let presses = 0
  element.addEventListener('click', () => (presses += 1))
  document.body.append(element)
  onTestFinished(() => element.remove())
  return { element, presses: () => presses }
}

it('clicks a control only once nothing covers it', async () => {
  const { presses } = button()
  const cover = document.createElement('div')
  Object.assign(cover.style, { position: 'fixed', inset: '0' })
  document.body.append(cover)
  const pressed = page.getByRole('button', { name: 'Send' }).click()
  await frames(5)
  expect(presses()).toBe(0)
  cover.remove()
  await pressed
  expect(presses()).toBe(1)
})

it('clicks a control only once it is enabled and no longer moves', async () => {
  const { element, presses } = button()
  element.disabled = true
  const pressed = page.getByRole('button', { name: 'Send' }).click()
  await frames(5)
  element.disabled = false
  for (let left = 100; left < 150; left += 5) {
    element.style.left = `${left}px`
    await frames(1)
    expect(presses()).toBe(0)
  }
  await pressed
  expect(presses()).toBe(1)
})
