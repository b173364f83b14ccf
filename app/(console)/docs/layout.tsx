import type { ReactNode } from 'react'
import { DocsFrame } from '#components/docs/docs-frame.tsx'
import { readDocGroups } from '#lib/console/docs/docs.ts'

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <DocsFrame groups={readDocGroups()}>{children}</DocsFrame>
}
