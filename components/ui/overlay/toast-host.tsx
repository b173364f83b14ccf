'use client'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { onToastWaiting, toastsWaiting } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx').then(module => ({ default: module.Toaster })))

/** Loads the toaster with the first toast. */
export function ToastHost() {
  const waiting = useSyncExternalStore(onToastWaiting, toastsWaiting, () => false)
  const [used, setUsed] = useState(false)
  if (waiting && !used) setUsed(true)
  return used ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
