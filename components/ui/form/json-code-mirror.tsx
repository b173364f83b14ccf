'use client'

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  syntaxHighlighting,
  HighlightStyle,
} from '@codemirror/language'
import { linter, lintKeymap } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { JsonEditorProps } from './json-editor.tsx'
import { useNonce } from '#components/ui/nonce-context.tsx'
import { tags } from '@lezer/highlight'

export interface CodeMirrorJsonProps extends JsonEditorProps {
  /** Whether the replaced text area was focused. */
  takesFocus: RefObject<boolean>
}

export function CodeMirrorJson({ label, value, onChange, className, takesFocus }: CodeMirrorJsonProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const nonce = useNonce()
  const changed = useEffectEvent((text: string) => text !== value && onChange(text))
  const initialText = useEffectEvent(() => value)

  useEffect(() => {
    if (!host.current) return
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initialText(),
        extensions: [
          EditorView.cspNonce.of(nonce),
          history(),
          drawSelection(),
          bracketMatching(),
          foldGutter(),
          json(),
          linter(jsonParseLinter()),
          syntaxHighlighting(jsonHighlightStyle),
          jsonTheme,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          // Tab leaves the editor: a keyboard user must be able to get out.
          keymap.of([
            ...defaultKeymap.filter(binding => binding.key !== 'Mod-Enter'),
            ...historyKeymap,
            ...foldKeymap,
            ...lintKeymap,
          ]),
          EditorView.updateListener.of(update => update.docChanged && changed(update.state.doc.toString())),
        ],
      }),
    })
    view.current = editor
    if (takesFocus.current) {
      editor.focus()
      editor.dispatch({ selection: { anchor: editor.state.doc.length } })
    }
    return () => editor.destroy()
  }, [label, nonce, takesFocus])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return (
    <div
      ref={host}
      className={classNames(
        'max-h-100 min-h-30 overflow-auto rounded-md border border-control bg-field focus-within:outline-2 focus-within:outline-accent-text',
        className,
      )}
    />
  )
}

const jsonTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '0.78125rem', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.1875rem' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'transparent', border: 'none', color: 'var(--text-3)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklch, var(--accent) 25%, transparent)',
  },
  '.cm-tooltip': { background: 'var(--card)', border: '1px solid var(--line)', color: 'var(--text)' },
})

const jsonHighlightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])
