'use client'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then(module => ({ default: module.ExportDialog })),
)

/** The links as files, or copied. */
export function MapExport() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" className="text-xs" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Download size={14} aria-hidden />
        <span className="@max-[26rem]:sr-only">Export</span>
      </Button>
      <Suspense>{open && <ExportDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
