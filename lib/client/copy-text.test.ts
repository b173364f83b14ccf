import { describe, expect, test } from 'vitest'
import { chromiumPath, openClientBrowser } from './__fixtures__/client-page.ts'
import type * as CopyText from './copy-text.ts'

declare const subject: typeof CopyText

describe.skipIf(chromiumPath === undefined)('in a real browser', { timeout: 60_000 }, () => {
  test.each(['missing', 'refusing', 'allowed'])('text is copied with the clipboard %s', async state => {
    await using browser = await openClientBrowser()
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await browser.page('lib/client/copy-text.ts')
    await page.evaluate(() => {
      document.body.innerHTML = '<dialog><button>Copy</button></dialog>'
    })

    const { copied, focused } = await page.evaluate(async kind => {
      const read = navigator.clipboard.readText.bind(navigator.clipboard)
      const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      if (kind === 'missing') Object.defineProperty(navigator, 'clipboard', { value: undefined })
      if (kind === 'refusing') Object.defineProperty(navigator.clipboard, 'writeText', { value: refuse })
      const dialog = document.querySelector('dialog')
      dialog?.showModal()
      const said = await subject.copyText('first\nsecond “é”')
      return { copied: said ? await read() : null, focused: document.activeElement?.tagName }
    }, state)

    expect(copied).toBe('first\nsecond “é”')
    expect(focused).toBe('BUTTON')
  })
})
