'use client'
import { type ReactNode, useState } from 'react'
import { ClosedInspectorsContext } from './closed-inspectors-context.ts'

/** Gives the playgrounds below it the inspectors that the user closed. */
export function ClosedInspectors({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const [closed] = useState(() => new Set(ids))
  return <ClosedInspectorsContext value={closed}>{children}</ClosedInspectorsContext>
}
