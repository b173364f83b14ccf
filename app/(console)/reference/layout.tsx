import type { ReactNode } from 'react'
import { ReferenceFrame } from '#components/reference/reference-frame.tsx'
import { readReferenceIndex } from '#lib/console/reference/reference.ts'

export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return <ReferenceFrame groups={readReferenceIndex()}>{children}</ReferenceFrame>
}
