import { createCodePlugin, type HighlightResult } from '@streamdown/code'
import type { CodeLine } from './use-code-tokens.ts'

// The high-contrast pair: the usual themes fall below 4.5:1 on our surfaces.
const themes: ['github-light-high-contrast', 'github-dark-high-contrast'] = [
  'github-light-high-contrast',
  'github-dark-high-contrast',
]
const plugin = createCodePlugin({ themes })

/** Colours code, now or when its grammar has come; does nothing for a language that is not known. */
export function highlightCode(
  code: string,
  language: string,
  show: (lines: readonly CodeLine[]) => void,
): void {
  const known = plugin.getSupportedLanguages().find(name => name === language.toLowerCase())
  if (known === undefined) return
  const result = plugin.highlight({ code, language: known, themes }, late => show(toLines(late)))
  if (result) show(toLines(result))
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
