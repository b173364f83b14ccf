'use client'
import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useDropzone } from 'react-dropzone'
import { useAddFiles } from './use-add-files.ts'

/** Takes files that are dropped anywhere on the page, folders too, or pasted. Nothing is sent by that. */
export function DropPage({ children }: { children: ReactNode }) {
  const add = useAddFiles()
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: files => add(files),
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <div {...getRootProps({ className: 'contents' })} data-drop-page>
      {children}
      {isDragActive && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-md border-2 border-dashed border-accent bg-surface/85">
          <p className="flex items-center gap-2 text-base font-medium">
            <FileUp size={20} aria-hidden />
            Drop to add. Nothing is sent before you press Run.
          </p>
        </div>
      )}
    </div>
  )
}
