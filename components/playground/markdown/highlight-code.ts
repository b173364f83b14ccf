import { createCodePlugin, type HighlightResult } from '@streamdown/code'
import type { CodeLine } from './use-code-tokens.ts'

type Language = ReturnType<typeof plugin.getSupportedLanguages>[number]

// The high-contrast themes: the default ones are below 4.5:1 on our surfaces.
const themes: ['github-light-high-contrast', 'github-dark-high-contrast'] = [
  'github-light-high-contrast',
  'github-dark-high-contrast',
]
const plugin = createCodePlugin({ themes })
const grammars = new Map<Language, Promise<unknown>>()
let queued = Promise.resolve()

/**
 * The highlighted lines of a code block; null for an unknown language or after cancellation. Blocks are
 * queued: an answer with a hundred of them must not block the page.
 */
export async function highlightCode(
  code: string,
  language: string,
  isWanted: () => boolean,
): Promise<readonly CodeLine[] | null> {
  const known = plugin.getSupportedLanguages().find(name => name === language.toLowerCase())
  if (known === undefined) return null
  await loadGrammar(known)
  const before = queued
  queued = before.then(yieldToPage)
  await queued
  if (!isWanted()) return null
  return toLines(await colour(code, known))
}

function loadGrammar(language: Language): Promise<unknown> {
  const loading = grammars.get(language) ?? colour(' ', language)
  grammars.set(language, loading)
  return loading
}

function colour(code: string, language: Language): Promise<HighlightResult> {
  return new Promise(resolve => {
    const known = plugin.highlight({ code, language, themes }, resolve)
    if (known) resolve(known)
  })
}

function yieldToPage(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve)
  })
}

function toLines(result: HighlightResult): readonly CodeLine[] {
  return result.tokens.map(line => line.map(token => ({ text: token.content, style: toStyle(token) })))
}

function toStyle(token: HighlightResult['tokens'][number][number]): Readonly<Record<string, string>> {
  const style = typeof token.htmlStyle === 'object' ? token.htmlStyle : {}
  const light = style['color'] ?? token.color
  const dark = style['--shiki-dark'] ?? light
  return light === undefined ? {} : { color: `light-dark(${light}, ${dark})` }
}
