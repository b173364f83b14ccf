'use client'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { TextArea } from './text-area.tsx'

const CodeMirrorJson = lazy(() =>
  import('./json-code-mirror.tsx').then(module => ({ default: module.CodeMirrorJson })),
)

export interface JsonEditorProps {
  /** Accessible name. */
  label: string
  value: string
  onChange: (text: string) => void
  /** Classes for the height; the default grows from 6 to 20 lines. */
  className?: string
}

/** Edits JSON text, valid or not. A plain text area until the editor has loaded, so that nothing typed is lost. */
export function JsonEditor(props: JsonEditorProps) {
  const mounted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  if (!mounted) return <PlainJson {...props} />
  return (
    <Suspense fallback={<PlainJson {...props} />}>
      <CodeMirrorJson {...props} />
    </Suspense>
  )
}

function PlainJson({ label, value, onChange, className }: JsonEditorProps) {
  return (
    <TextArea
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
      spellCheck={false}
      className={`min-h-30 font-mono text-[0.78125rem] ${className ?? ''}`}
    />
  )
}
