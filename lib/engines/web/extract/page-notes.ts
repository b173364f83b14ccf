import { flatText } from './flat-text.ts'
import { parsePage } from './parse-page.ts'
import type { PageScan } from './scan-page.ts'

const emptyRoots = '#root, #app, #__next, #__nuxt, #svelte, [data-reactroot], [ng-app], app-root'
const needsScripts = /javascript/i
const shellCharsMax = 250
const consentCharsMax = 2500
const consentWords =
  /cookie|consent|gdpr|einwillig|zustimm|consentement|consentimiento|consenso|クッキー|同意|файлы куки|согласи/i

/** Whether a page is only the shell that scripts would fill. */
export function isShell({ scripts, shownChars }: PageScan, html: string): boolean {
  if (scripts === 0 || shownChars > shellCharsMax) return false
  const visibleText = flatText(html)
  if (visibleText.length > shellCharsMax) return false
  if (visibleText.length < 20) return true
  const document = parsePage(html)
  const said = [...document.querySelectorAll('noscript')].some(each =>
    needsScripts.test(each.textContent ?? ''),
  )
  const root = document.querySelector(emptyRoots)
  return said || needsScripts.test(visibleText) || (root !== null && (root.textContent?.trim() ?? '') === '')
}

/** Whether most of what a page says is about cookies. */
export function isConsentOnly(text: string): boolean {
  if (text.length === 0 || text.length > consentCharsMax) return false
  const sentences = text.split(/[.!?。！？\n]+/).filter(sentence => sentence.trim().length > 1)
  const about = sentences.filter(sentence => consentWords.test(sentence)).join('').length
  return about > 0 && about >= sentences.join('').length * 0.5
}
