'use client'
import { usePathname } from 'next/navigation'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAccount } from './account-context.tsx'
import { playgrounds } from './navigation.tsx'

// Everybody else would load it with every page.
const ViewerPage = lazy(() => import('./viewer-page.tsx').then(module => ({ default: module.ViewerPage })))

/** Tells a viewer at a playground's address what there is for them; that their runs are refused is the server's part. */
export function ViewerGate({ children }: { children: ReactNode }) {
  const { role } = useAccount()
  const path = usePathname()
  const playground = playgrounds.find(({ href }) => path === href || path.startsWith(`${href}/`))
  if (role !== 'viewer' || playground === undefined) return children
  return (
    <Suspense>
      <ViewerPage title={playground.label} />
    </Suspense>
  )
}
