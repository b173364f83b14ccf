'use client'
import { useEffect, useState } from 'react'

/** Tokens of a line with their inline style. */
export type CodeLine = readonly { readonly text: string; readonly style: Readonly<Record<string, string>> }[]

interface Coloured {
  readonly code: string
  readonly language: string
  readonly lines: readonly CodeLine[]
}

/** The tokens of a block; null until the highlighter, which is loaded at the first fence, has read it. */
export function useCodeTokens(code: string, language: string): readonly CodeLine[] | null {
  const [coloured, setColoured] = useState<Coloured | null>(null)
  useEffect(() => {
    if (code === '' || language === '') return
    let wanted = true
    void import('./highlight-code.ts').then(({ highlightCode }) =>
      highlightCode(code, language, lines => {
        if (wanted) setColoured({ code, language, lines })
      }),
    )
    return () => {
      wanted = false
    }
  }, [code, language])
  return coloured?.code === code && coloured.language === language ? coloured.lines : null
}
