'use client'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { NonceContext } from '#components/ui/nonce-context.tsx'
import { ToastHost } from '#components/ui/overlay/toast-host.tsx'
import { TooltipLayer } from '#components/ui/overlay/tooltip-layer.tsx'
import { PlatformContext } from './platform-context.tsx'

export function Providers({
  nonce,
  apple,
  children,
}: {
  nonce: string
  apple: boolean
  children: ReactNode
}) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } }),
  )
  return (
    <CSPProvider nonce={nonce}>
      <NonceContext value={nonce}>
        <PlatformContext value={apple}>
          <QueryClientProvider client={queries}>
            {children}
            <ToastHost />
            <TooltipLayer />
          </QueryClientProvider>
        </PlatformContext>
      </NonceContext>
    </CSPProvider>
  )
}
