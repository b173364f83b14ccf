import bash from 'shiki/langs/bash.mjs'
import json from 'shiki/langs/json.mjs'
import python from 'shiki/langs/python.mjs'
import typescript from 'shiki/langs/typescript.mjs'
import toml from 'shiki/langs/toml.mjs'
import yaml from 'shiki/langs/yaml.mjs'
import dark from 'shiki/themes/github-dark-high-contrast.mjs'
import light from 'shiki/themes/github-light-high-contrast.mjs'
import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

export type CodeLanguage = 'bash' | 'json' | 'python' | 'toml' | 'typescript' | 'yaml'

/** Tokens of a line with their inline style. */
export type CodeLine = readonly { readonly text: string; readonly style: Readonly<Record<string, string>> }[]

let loading: Promise<HighlighterCore> | undefined

export async function highlight(code: string, language: CodeLanguage): Promise<readonly CodeLine[]> {
  loading ??= createHighlighterCore({
    langs: [bash, json, python, toml, typescript, yaml],
    themes: [light, dark],
    engine: createJavaScriptRegexEngine(),
  })
  const highlighter = await loading
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    defaultColor: 'light-dark()',
  })
  return tokens.map(line =>
    line.map(token => ({
      text: token.content,
      style: typeof token.htmlStyle === 'object' ? { color: token.htmlStyle['color'] ?? 'inherit' } : {},
    })),
  )
}
