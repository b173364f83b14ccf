'use client'
import { lazy, type RefObject, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
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

/** Edits JSON text, valid or not. A plain text area until the editor has loaded, which keeps text and focus. */
export function JsonEditor(props: JsonEditorProps) {
  const handsFocusOn = useRef(false)
  const mounted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const plain = <PlainJson {...props} handsFocusOn={handsFocusOn} />
  if (!mounted) return plain
  return (
    <Suspense fallback={plain}>
      <CodeMirrorJson {...props} takesFocus={handsFocusOn} />
    </Suspense>
  )
}

function PlainJson({
  label,
  value,
  onChange,
  className,
  handsFocusOn,
}: JsonEditorProps & { handsFocusOn: RefObject<boolean> }) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Runs before the text area unmounts, while its focus can still be read.
  useLayoutEffect(() => {
    const element = field.current
    return () => {
      handsFocusOn.current = document.activeElement === element
    }
  }, [handsFocusOn])
  return (
    <TextArea
      ref={field}
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
      spellCheck={false}
      className={`min-h-30 font-mono text-[0.78125rem] ${className ?? ''}`}
    />
  )
}
