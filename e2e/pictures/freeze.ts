import type { Page } from '@playwright/test'

/**
 * Replaces figures and names that differ between two runs, such as times, ports and IDs, until the page is left.
 * Written to the page and not covered in the picture, so that a wrong color or place of such a text still shows.
 */
export async function freeze(page: Page): Promise<void> {
  // A text that changes before hydration is an error of the page. React adds its keys to elements as it hydrates them.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('a, button, input')].every(element =>
      Object.keys(element).some(key => key.startsWith('__react')),
    ),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    const year = new Date().getFullYear()
    const months = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
    const figures: readonly (readonly [RegExp, string])[] = [
      [/127\.0\.0\.1:\d+/g, 'tides.example'],
      [/localhost:\d+/g, 'localhost:3000'],
      [/\b(req|chatcmpl|lib|msg|sxt|search)([_-])[\w-]{12,}/g, '$1$20123456789'],
      [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '01234567-89ab-cdef-0123-456789abcdef'],
      [/\b[\d.,]+( ?)(ms|s|min)\b/g, '1.2$1s'],
      [/\b[\d.,]+ tok\/s/g, '40 tok/s'],
      [/\b\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( [AP]M)?\b/g, '10:24'],
      [/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, /g, 'Monday, '],
      [new RegExp(`\\b${months} \\d{1,2}, ${year}\\b`, 'g'), 'Jun 1, 2026'],
      [new RegExp(`\\b${months} \\d{1,2}\\b(?!, \\d{4})`, 'g'), 'Jun 1'],
      [/\bGood (morning|afternoon|evening)\b/g, 'Good morning'],
      [/\b(just now|\d+ (second|minute)s? ago)\b/g, '1 minute ago'],
      // No font of the console has these characters.
      [/[\u3000-\u9fff]+/g, 'Tides'],
    ]
    const toConstant = (text: string) => figures.reduce((shown, [from, to]) => shown.replace(from, to), text)
    const replaceAll = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const shown = node.nodeValue ?? ''
        const constant = toConstant(shown)
        if (constant !== shown) node.nodeValue = constant
      }
      const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
      for (const field of fields) {
        const constant = field.type === 'file' ? field.value : toConstant(field.value)
        if (constant !== field.value) field.value = constant
      }
      // They disappear after a while.
      for (const toasts of document.querySelectorAll<HTMLElement>('.toasts'))
        toasts.style.visibility = 'hidden'
    }
    replaceAll()
    new MutationObserver(replaceAll).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
}
